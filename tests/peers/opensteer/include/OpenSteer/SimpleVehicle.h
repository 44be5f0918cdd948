// What the driver uses of OpenSteer's, written for the tests: calls are counted, and written to $LOG at the end.
#pragma once
#include "OpenSteer/Vec3.h"
#include <cstddef>
#include <vector>

namespace OpenSteer {

class AbstractVehicle {
  public:
    virtual ~AbstractVehicle() {
    }
    virtual void update(const float now, const float elapsed) = 0;
};

typedef std::vector<AbstractVehicle *> AVGroup;

class SimpleVehicle : public AbstractVehicle {
  public:
    SimpleVehicle();
    void setMaxForce(float force);
    void setMaxSpeed(float speed);
    void setSpeed(float speed);
    void setPosition(Vec3 to) {
        place = to;
    }
    Vec3 position() const {
        return place;
    }
    void regenerateOrthonormalBasisUF(const Vec3 &heading);
    virtual void regenerateLocalSpace(const Vec3 &velocity, const float elapsed);
    void regenerateLocalSpaceForBanking(const Vec3 &velocity, const float elapsed);
    Vec3 steerForSeparation(const float radius, const float cosine, const AVGroup &flock);
    Vec3 steerForAlignment(const float radius, const float cosine, const AVGroup &flock);
    Vec3 steerForCohesion(const float radius, const float cosine, const AVGroup &flock);
    void applySteeringForce(const Vec3 &force, const float elapsed);
    void draw();

  private:
    Vec3 place;
};

} // namespace OpenSteer
