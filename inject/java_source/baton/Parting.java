package baton;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;

/**
 * Surefire 2.22.3, as Debian builds it, waits after the end of the Java that runs the tests for its own writer to it, which
 * wakes at the next ping: up to ten seconds a run. A second farewell, that comes after that end, wakes it at once.
 */
final class Parting {
  /** It reads from this Java, which tells it nothing: that ends with it. The shell between the two reads on a moment longer. */
  private static final String FAREWELL =
      "read -r end; left=50; while [ -d /proc/$1 ] && [ $left -gt 0 ]; do left=$((left - 1)); sleep 0.01; done; echo Z,0,BYE!";
  private static boolean isPrepared = false;

  static synchronized void prepare() {
    if (isPrepared) return;
    isPrepared = true;
    Runtime.getRuntime().addShutdownHook(new Thread(Parting::leave));
  }

  private static void leave() {
    if (!isAfterFarewell()) return;
    try {
      String[] stat = new String(Files.readAllBytes(Paths.get("/proc/self/stat")), StandardCharsets.UTF_8).split("\\) ", 2);
      String parent = stat[1].split(" ")[1];
      ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-c", FAREWELL, "sh", parent);
      shell.redirectOutput(Redirect.INHERIT).redirectError(Redirect.INHERIT).start();
    } catch (IOException notOfLinux) {
      // The ping will come.
    }
  }

  /** Only where Surefire itself ends this Java: that it ended otherwise shall be seen. */
  private static boolean isAfterFarewell() {
    for (StackTraceElement[] stack : Thread.getAllStackTraces().values())
      for (StackTraceElement frame : stack)
        if (frame.getClassName().equals("org.apache.maven.surefire.booter.ForkedBooter")
            && frame.getMethodName().equals("acknowledgedExit")) return true;
    return false;
  }

  private Parting() {}
}
