// Times boids of OpenSteer's SimpleVehicle, by its public API, as its plug-in Boids moves them, without a window and
// without obstacles: neighbours from the bins, three forces, one boid after the other. others.py builds it against the
// source that a user has.
//
//     opensteer BOIDS STEPS RADIUS
//
// The boids begin anywhere in a ball of RADIUS. Bins are about as wide as those of the plug-in, however large the ball.
#include <OpenSteer/Proximity.h>
#include <OpenSteer/SimpleVehicle.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

using OpenSteer::AbstractVehicle;
using OpenSteer::Vec3;

typedef OpenSteer::LQProximityDatabase<AbstractVehicle *> Bins;
typedef OpenSteer::AbstractTokenForProximityDatabase<AbstractVehicle *> Token;

// The plug-in's radii, cosines of the angles of view, weights and limits.
static const float separation[] = {5, -0.707f, 12}, alignment[] = {7.5f, 0.7f, 8}, cohesion[] = {9, -0.15f, 8},
                   most_force = 27, most_speed = 9, bin = 11, seconds_a_step = 1.0f / 60;

class Boid : public OpenSteer::SimpleVehicle {
  public:
    Boid(Bins &bins, const Vec3 &at, const Vec3 &heading, float limit) : token(bins.allocateToken(this)), ball(limit) {
        setMaxForce(most_force);
        setMaxSpeed(most_speed);
        setSpeed(0.3f * most_speed);
        regenerateOrthonormalBasisUF(heading);
        setPosition(at);
        token->updateForNewPosition(at);
    }

    // Those within the widest radius; the bins have the boid itself among them.
    const OpenSteer::AVGroup &look() {
        near.clear();
        token->findNeighbors(position(), cohesion[0], near);
        return near;
    }

    void update(const float, const float elapsed) {
        look();
        applySteeringForce(steerForSeparation(separation[0], separation[1], near) * separation[2] +
                               steerForAlignment(alignment[0], alignment[1], near) * alignment[2] +
                               steerForCohesion(cohesion[0], cohesion[1], near) * cohesion[2],
                           elapsed);
        setPosition(position().sphericalWrapAround(Vec3(), ball));
        token->updateForNewPosition(position());
    }

    void regenerateLocalSpace(const Vec3 &velocity, const float elapsed) {
        regenerateLocalSpaceForBanking(velocity, elapsed);
    }

  private:
    std::unique_ptr<Token> token;
    float ball;
    OpenSteer::AVGroup near;
};

// Anywhere in a ball of radius 1.
static Vec3 anywhere(std::mt19937 &random) {
    std::uniform_real_distribution<float> along(-1, 1);
    for (;;) {
        const Vec3 place(along(random), along(random), along(random));
        if (place.length() <= 1 && place.length() > 0) {
            return place;
        }
    }
}

int main(int count, char **words) {
    if (count < 4) {
        std::fprintf(stderr, "usage: opensteer BOIDS STEPS RADIUS\n");
        return 2;
    }
    const int boids = std::atoi(words[1]), steps = std::atoi(words[2]);
    const float ball = std::strtof(words[3], nullptr), side = 2.2f * ball;
    const float along = std::max(1.0f, std::round(side / bin));
    Bins bins(Vec3(), Vec3(side, side, side), Vec3(along, along, along));
    std::mt19937 random(1);
    std::vector<std::unique_ptr<Boid>> flock;
    for (int i = 0; i < boids; i++) {
        const Vec3 place = anywhere(random) * ball, heading = anywhere(random).normalize();
        flock.emplace_back(new Boid(bins, place, heading, ball));
    }
    double seen = 0;
    for (auto &boid : flock) {
        seen += static_cast<double>(boid->look().size() - 1);
    }
    const auto begun = std::chrono::steady_clock::now();
    for (int i = 0; i < steps; i++) {
        for (auto &boid : flock) {
            boid->update(static_cast<float>(i) * seconds_a_step, seconds_a_step);
        }
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    std::printf("neighbours %.6g\nseconds %.9f\n", seen / boids, taken.count());
    return 0;
}
