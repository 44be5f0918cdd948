// What the driver uses of OpenSteer's, written for the tests: everyone sees everyone within the radius.
#pragma once
#include "OpenSteer/Vec3.h"
#include <cstddef>
#include <vector>

extern "C" void count_bins(float side, float along);

namespace OpenSteer {

template <class Content> class AbstractTokenForProximityDatabase {
  public:
    virtual ~AbstractTokenForProximityDatabase() {
    }
    virtual void updateForNewPosition(const Vec3 &place) = 0;
    virtual void findNeighbors(const Vec3 &center, const float radius, std::vector<Content> &results) = 0;
};

template <class Content> class LQProximityDatabase {
  public:
    LQProximityDatabase(const Vec3 &, const Vec3 &size, const Vec3 &divisions) {
        count_bins(size.x, divisions.x);
    }

    class tokenType : public AbstractTokenForProximityDatabase<Content> {
      public:
        tokenType(Content mine, LQProximityDatabase &bins) : content(mine), all(bins) {
            all.tokens.push_back(this);
        }
        void updateForNewPosition(const Vec3 &to) {
            place = to;
        }
        void findNeighbors(const Vec3 &center, const float radius, std::vector<Content> &results) {
            for (tokenType *other : all.tokens) {
                if ((center + other->place * -1).length() < radius) {
                    results.push_back(other->content);
                }
            }
        }

      private:
        Content content;
        LQProximityDatabase &all;
        Vec3 place;
    };

    tokenType *allocateToken(Content content) {
        return new tokenType(content, *this);
    }

  private:
    std::vector<tokenType *> tokens;
};

} // namespace OpenSteer
