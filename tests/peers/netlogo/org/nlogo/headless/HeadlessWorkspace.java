package org.nlogo.headless;

import java.io.FileWriter;
import java.io.IOException;

// What the driver uses of NetLogo's, written for the tests: what is asked for is written to $LOG.
public class HeadlessWorkspace {
    public static HeadlessWorkspace newInstance() {
        return new HeadlessWorkspace();
    }

    private static void log(String text) throws IOException {
        try (FileWriter file = new FileWriter(System.getenv("LOG"), true)) {
            file.write(text + "\n");
        }
    }

    public void open(String path, boolean installs) throws IOException {
        log("open " + path.substring(path.lastIndexOf('/') + 1));
    }

    public void command(String text) throws IOException {
        log(text);
    }

    public Object report(String text) throws IOException {
        log("report " + text);
        return 1.5;
    }

    public void dispose() throws InterruptedException {
    }
}
