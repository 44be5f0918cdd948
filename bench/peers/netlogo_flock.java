// Times the flock in NetLogo's library of models, by the API for programs that control NetLogo:
//
//     java -cp 'FOLDER/lib/app/*' netlogo_flock.java MODEL BOIDS STEPS SIDE RADIUS
//
// A tick is the model's own procedure `flock` for each boid and one move of 1, without the five small moves with a
// picture after each that the model's `go` has: its text names that as the faster way, and the public comparison of
// frameworks does the same. The world has whole patches. A first flock makes the same ticks untimed, so that Java has
// compiled what is timed then.
import org.nlogo.headless.HeadlessWorkspace;

class NetLogoFlock {
    static void setUp(HeadlessWorkspace workspace, String[] words, int seed) throws Exception {
        long last = Math.max(1, Math.round(Double.parseDouble(words[3]))) - 1;
        workspace.command("resize-world 0 " + last + " 0 " + last);
        workspace.command("random-seed " + seed);
        workspace.command("set population " + Integer.parseInt(words[1]));
        workspace.command("set vision " + Double.parseDouble(words[4]));
        workspace.command("set minimum-separation 1");
        workspace.command("setup");
    }

    static double seconds(HeadlessWorkspace workspace, int steps) throws Exception {
        long begun = System.nanoTime();
        workspace.command("repeat " + steps + " [ ask turtles [ flock ] ask turtles [ fd 1 ] tick ]");
        return (System.nanoTime() - begun) / 1e9;
    }

    public static void main(String[] words) throws Exception {
        int steps = Integer.parseInt(words[2]);
        HeadlessWorkspace workspace = HeadlessWorkspace.newInstance();
        workspace.open(words[0], false);
        setUp(workspace, words, 1);
        seconds(workspace, steps);
        setUp(workspace, words, 2);
        System.out.println(
            "neighbours " + workspace.report("mean [ count other turtles in-radius vision ] of turtles"));
        System.out.println("seconds " + seconds(workspace, steps));
        workspace.dispose();
    }
}
