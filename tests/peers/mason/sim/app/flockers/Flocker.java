package sim.app.flockers;

import java.util.Arrays;
import java.util.Collection;

// Among its neighbours is itself, as MASON has it.
public class Flocker {
    public Collection<Object> getNeighbors() {
        return Arrays.asList(this, "another", "a third");
    }
}
