#include "OpenSteer/Vec3.h"
