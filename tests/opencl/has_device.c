/* For scripts: ends well if there is a device here that can compute worlds, else with 77, and says why. */
#include "unit/pair.h"

int main(void) {
    return vol_test_has_device() ? 0 : 77;
}
