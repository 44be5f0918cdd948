#!/bin/bash
# A sweep as a job array of SLURM: each job computes a part, on one machine, with all its processors.
#
#   sbatch sweep_array.sh
#
# Parts that were ended are submitted again as they are (sbatch --array=3,7): they go on where they were. When all are
# done, join.sh makes the table.
#SBATCH --job-name=volery-part
#SBATCH --array=1-16
#SBATCH --nodes=1
#SBATCH --cpus-per-task=8
#SBATCH --time=02:00:00
set -euo pipefail

# The number of parts is that of the first submission, also when only some of them are submitted again.
PARTS=${PARTS:-16}

# SLURM runs a copy of this script, in the folder where it was submitted.
# shellcheck source=sweep.sh
source ./sweep.sh
sweep --part "$SLURM_ARRAY_TASK_ID/$PARTS" --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet
