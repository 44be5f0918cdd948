#!/bin/bash
# The same sweep as one job over several machines: the first rank hands runs out to the others as they are done.
#
#   sbatch sweep_ranks.sh
#
# Submitted again it goes on where it was ended.
#SBATCH --job-name=volery-sweep
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=8
#SBATCH --time=02:00:00
set -euo pipefail

# SLURM runs a copy of this script, in the folder where it was submitted.
# shellcheck source=sweep.sh
source ./sweep.sh
LAUNCH=${LAUNCH:-srun} sweep --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet
