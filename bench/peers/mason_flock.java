// Times the flock in MASON's jar, by its public API:
//
//     java -cp mason.20.jar mason_flock.java BOIDS STEPS SIDE RADIUS
//
// A first flock makes the same steps untimed, so that Java has compiled what is timed then.
import sim.app.flockers.Flocker;
import sim.app.flockers.Flockers;

class MasonFlock {
    static Flockers flock(String[] words, long seed) {
        Flockers flock = new Flockers(seed);
        flock.setNumFlockers(Integer.parseInt(words[0]));
        flock.setWidth(Double.parseDouble(words[2]));
        flock.setHeight(Double.parseDouble(words[2]));
        flock.setNeighborhood(Double.parseDouble(words[3]));
        flock.setDeadFlockerProbability(0);
        flock.start();
        return flock;
    }

    // MASON's own answer, which has the boid itself among its neighbours.
    static double neighbours(Flockers flock) {
        double seen = 0, boids = 0;
        for (Object boid : flock.flockers.getAllObjects()) {
            seen += ((Flocker) boid).getNeighbors().size() - 1;
            boids++;
        }
        return seen / boids;
    }

    static double seconds(Flockers flock, int steps) {
        long begun = System.nanoTime();
        for (int i = 0; i < steps; i++) {
            flock.schedule.step(flock);
        }
        return (System.nanoTime() - begun) / 1e9;
    }

    public static void main(String[] words) {
        int steps = Integer.parseInt(words[1]);
        Flockers first = flock(words, 1);
        seconds(first, steps);
        first.finish();
        Flockers flock = flock(words, 2);
        System.out.println("neighbours " + neighbours(flock));
        System.out.println("seconds " + seconds(flock, steps));
        flock.finish();
    }
}
