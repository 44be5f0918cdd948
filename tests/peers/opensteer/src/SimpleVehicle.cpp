#include "OpenSteer/SimpleVehicle.h"
#include <cstdio>
#include <cstdlib>

// In no file here, as what draws is in none of those that the driver is linked with.
void draw_line(const OpenSteer::Vec3 &from, const OpenSteer::Vec3 &to);

namespace OpenSteer {

struct Counts {
    size_t vehicles, steered[3], applied;
    double elapsed, force, speed;

    ~Counts() {
        FILE *file = std::fopen(std::getenv("LOG"), "a");
        if (file) {
            std::fprintf(file, "%zu vehicles, force %g, speed %g; %zu %zu %zu steered, %zu applied of %.4f s\n",
                         vehicles, force, speed, steered[0], steered[1], steered[2], applied,
                         elapsed / static_cast<double>(applied));
            std::fclose(file);
        }
    }
};

static Counts counts;

SimpleVehicle::SimpleVehicle() {
    counts.vehicles++;
}
void SimpleVehicle::setMaxForce(float force) {
    counts.force = force;
}
void SimpleVehicle::setMaxSpeed(float speed) {
    counts.speed = speed;
}
void SimpleVehicle::setSpeed(float) {
}
void SimpleVehicle::regenerateOrthonormalBasisUF(const Vec3 &) {
}
void SimpleVehicle::regenerateLocalSpace(const Vec3 &, const float) {
}
void SimpleVehicle::regenerateLocalSpaceForBanking(const Vec3 &, const float) {
}
Vec3 SimpleVehicle::steerForSeparation(const float radius, const float, const AVGroup &) {
    counts.steered[0] += radius == 5;
    return Vec3();
}
Vec3 SimpleVehicle::steerForAlignment(const float radius, const float, const AVGroup &) {
    counts.steered[1] += radius == 7.5f;
    return Vec3();
}
Vec3 SimpleVehicle::steerForCohesion(const float radius, const float, const AVGroup &) {
    counts.steered[2] += radius == 9;
    return Vec3(1, 0, 0);
}
void SimpleVehicle::applySteeringForce(const Vec3 &force, const float elapsed) {
    counts.applied++;
    counts.elapsed += static_cast<double>(elapsed);
    setPosition(position() + force * elapsed);
    regenerateLocalSpace(force, elapsed);
}
void SimpleVehicle::draw() {
    draw_line(place, place);
}

} // namespace OpenSteer
