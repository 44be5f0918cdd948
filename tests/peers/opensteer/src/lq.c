/* C, as OpenSteer's is. */
#include <stdio.h>
#include <stdlib.h>

void count_bins(float side, float along);

void count_bins(float side, float along) {
    FILE *file = fopen(getenv("LOG"), "a");
    if (file) {
        fprintf(file, "opensteer %.4f wide, %g bins\n", (double)side, (double)along);
        fclose(file);
    }
}
