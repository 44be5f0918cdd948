#!/bin/bash
# Makes the table when all parts are there, and says which are not.
#
#   sbatch --dependency=afterok:JOB join.sh
#
# where JOB is the number of the array; or at once, without sbatch: it takes seconds.
#SBATCH --job-name=volery-join
#SBATCH --ntasks=1
#SBATCH --time=00:10:00
set -euo pipefail

# SLURM runs a copy of this script, in the folder where it was submitted.
# shellcheck source=sweep.sh
source ./sweep.sh
sweep --join
