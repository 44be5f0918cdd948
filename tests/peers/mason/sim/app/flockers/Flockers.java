package sim.app.flockers;

import java.io.FileWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import sim.engine.SimState;

// What the driver uses of MASON's, written for the tests: what is asked for is written to $LOG.
public class Flockers extends SimState {
    private final StringBuilder asked = new StringBuilder("mason");
    private int boids;
    public Field flockers;

    public static class Field {
        private final Collection<Object> all = new ArrayList<>();

        public Collection<Object> getAllObjects() {
            return all;
        }
    }

    public Flockers(long seed) {
        super(seed);
        asked.append(" from ").append(seed);
    }

    public static void log(String text) {
        try (FileWriter file = new FileWriter(System.getenv("LOG"), true)) {
            file.write(text + "\n");
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    public void setNumFlockers(int number) {
        boids = number;
    }

    public void setWidth(double width) {
        asked.append(", ").append(width);
    }

    public void setHeight(double height) {
        asked.append(" x ").append(height);
    }

    public void setNeighborhood(double radius) {
        asked.append(", within ").append(radius);
    }

    public void setDeadFlockerProbability(double share) {
        asked.append(", dead ").append(share);
    }

    @Override
    public void start() {
        flockers = new Field();
        for (int i = 0; i < boids; i++) {
            flockers.all.add(new Flocker());
        }
        log(asked + ", " + boids + " boids");
    }

    @Override
    public void finish() {
        log("finish");
    }
}
