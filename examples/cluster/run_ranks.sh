#!/bin/bash
# One world over several machines, for longer than a job may last: the job saves where it is when its time is nearly
# over, and puts itself into the queue again.
#
#   sbatch run_ranks.sh
#SBATCH --job-name=volery-run
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=8
#SBATCH --time=12:00:00
#SBATCH --signal=TERM@300
#SBATCH --requeue
#SBATCH --open-mode=append
set -uo pipefail

out=${OUT:-run.h5}
resume=()
if [ -e "$out.done" ]; then
    echo "$out: the run is done"
    exit 0
elif [ -e "$out.checkpoint.0" ]; then
    resume=(--resume)
fi
${LAUNCH:-srun} volery run "${SCENE:-murmuration}" --steps "${STEPS:-1000000}" --every "${EVERY:-100}" -o "$out" \
    --checkpoint "${CHECKPOINT:-10000}" "${resume[@]}" --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet
code=$?
if [ "$code" -eq 0 ]; then
    touch "$out.done"
elif [ "$code" -eq 130 ]; then # the signal of above: it is saved
    scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
