// What the driver uses of OpenSteer's, written for the tests.
#pragma once
#include <cmath>

namespace OpenSteer {

struct Vec3 {
    float x, y, z;

    Vec3() : x(0), y(0), z(0) {
    }
    Vec3(float a, float b, float c) : x(a), y(b), z(c) {
    }
    Vec3 operator+(const Vec3 &v) const {
        return Vec3(x + v.x, y + v.y, z + v.z);
    }
    Vec3 operator*(float s) const {
        return Vec3(x * s, y * s, z * s);
    }
    float length() const {
        return std::sqrt(x * x + y * y + z * z);
    }
    Vec3 normalize() const {
        return *this * (1 / length());
    }
    Vec3 sphericalWrapAround(const Vec3 &, float radius) {
        return length() > radius ? *this * -1 : *this;
    }
};

} // namespace OpenSteer
