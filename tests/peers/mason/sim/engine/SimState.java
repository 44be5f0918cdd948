package sim.engine;

// What the driver uses of MASON's, written for the tests.
public class SimState {
    public Schedule schedule = new Schedule();

    public SimState(long seed) {
    }

    public void start() {
    }

    public void finish() {
    }
}
