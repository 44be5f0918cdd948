package sim.engine;

import sim.app.flockers.Flockers;

public class Schedule {
    public boolean step(SimState state) {
        Flockers.log("step");
        return true;
    }
}
