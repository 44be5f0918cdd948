# shellcheck shell=bash
# What is swept, for sweep_array.sh, join.sh and sweep_ranks.sh: one place, since all of them must ask for the same.
sweep() {
    ${LAUNCH:-} volery sweep "${SCENE:-steering}" --over boids.cohesion.weight=0:2:"${VALUES:-21}" \
        --over boids.max_speed=2,3,4 --repeat 10 --steps "${STEPS:-5000}" --measures polarisation,groups \
        -o "${TABLE:-sweep.csv}" "$@"
}
