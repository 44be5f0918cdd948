#!/bin/bash
# The batch scripts of examples/cluster do what they say, as far as that shows without SLURM:
#
#   cluster_scripts.sh ROOT VOLERY
#
# srun and scontrol are stood in for: the one runs its command as one process, the other notes what it was asked for.
# The variables that SLURM sets are set by hand.
set -euo pipefail
root=$1
volery=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
ln -s "$volery" "$folder/bin/volery"
cat > "$folder/bin/srun" <<'END'
#!/bin/bash
echo $$ > srun.process
exec "$@"
END
cat > "$folder/bin/scontrol" <<'END'
#!/bin/bash
echo "$*" >> scontrol.words
END
chmod +x "$folder/bin/srun" "$folder/bin/scontrol"
cp "$root"/examples/cluster/*.sh "$folder"
cd "$folder"
for script in ./*.sh; do bash -n "$script"; done
export PATH="$folder/bin:$PATH" SLURM_CPUS_PER_TASK=2 VALUES=3 STEPS=20 PARTS=4

expect() { # WHAT FOUND EXPECTED
    [ "$2" = "$3" ] || { echo "$1: '$2', not '$3'"; exit 1; }
}

# A job array in any order, of which one job comes later; and the same sweep by ranks.
for task in 3 1 4; do SLURM_ARRAY_TASK_ID=$task ./sweep_array.sh; done
expect "joining too early" "$(./join.sh 2>&1 | sed 's/ lacks.*//')" \
    "volery sweep: --join: of 90 runs 23 are missing: part 2/4"
SLURM_ARRAY_TASK_ID=2 ./sweep_array.sh
./join.sh > words
TABLE=other.csv ./sweep_ranks.sh
cmp sweep.csv other.csv
expect "rows" "$(wc -l < sweep.csv)" 91

# A run whose time is over is saved and queued again, and then goes on; a third job has nothing to do.
export SCENE=nudge OUT=run.csv STEPS=4000 EVERY=100 CHECKPOINT=100 SLURM_JOB_ID=77
volery run nudge --steps 4000 --every 100 -o whole.csv --quiet
./run_ranks.sh > words 2>&1 & job=$!
until [ -e run.csv.checkpoint.0 ]; do kill -0 "$job"; done
kill -TERM "$(cat srun.process)"
code=0
wait "$job" || code=$?
expect "the code of a job whose time is over" "$code" 130
expect "what is asked of the scheduler" "$(cat scontrol.words)" "requeue 77"
./run_ranks.sh
cmp run.csv whole.csv
expect "a job too many" "$(./run_ranks.sh)" "run.csv: the run is done"
expect "what is asked of the scheduler" "$(cat scontrol.words)" "requeue 77"
