package baton;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.runner.Description;
import org.junit.runner.notification.RunListener;

/**
 * Tells each test as JUnit 4 runs it, where no platform does. One report a process: nobody says which of the notifiers is the
 * last, so it ends with the process, and only where no test is under way then.
 */
public final class OldListener extends RunListener {
  private static OldListener ours;

  private final Report report = Report.open("4");
  private final Map<String, Long> started = new HashMap<>();
  private final Map<String, Throwable> failures = new HashMap<>();
  private final Set<String> assumed = new HashSet<>();

  /** Null where the platform's listener tells, or a test itself runs others. */
  static synchronized OldListener forNotifier() {
    if (isOnPlatform()) return null;
    if (ours == null) {
      Report.takeDirectory();
      ours = new OldListener();
      Runtime.getRuntime().addShutdownHook(new Thread(ours::end));
    }
    return ours.started.isEmpty() ? ours : null;
  }

  private static boolean isOnPlatform() {
    try {
      Class.forName("org.junit.platform.launcher.Launcher", false, OldListener.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError alone) {
      return false;
    }
  }

  private synchronized void end() {
    if (started.isEmpty()) report.end();
  }

  @Override
  public synchronized void testStarted(Description test) {
    started.put(idOf(test), System.nanoTime());
  }

  @Override
  public synchronized void testFailure(org.junit.runner.notification.Failure failure) {
    Description test = failure.getDescription();
    if (started.containsKey(idOf(test))) failures.putIfAbsent(idOf(test), failure.getException());
    else tellAll(test, "failed", "fixture", failure.getException());
  }

  @Override
  public synchronized void testAssumptionFailure(org.junit.runner.notification.Failure failure) {
    Description test = failure.getDescription();
    if (started.containsKey(idOf(test))) assumed.add(idOf(test));
    else tellAll(test, "skipped", null, null);
  }

  @Override
  public synchronized void testIgnored(Description test) {
    tellAll(test, "skipped", null, null);
  }

  @Override
  public synchronized void testFinished(Description test) {
    String id = idOf(test);
    Throwable error = failures.remove(id);
    boolean isSkipped = assumed.remove(id) && error == null;
    Long since = started.remove(id);
    long ms = since == null ? 0 : (System.nanoTime() - since) / 1_000_000;
    Place place = placeOf(test);
    if (error != null) report.test(place, "failed", Failure.kindOf(error, place), error, ms);
    else report.test(place, isSkipped ? "skipped" : "passed", null, null, ms);
  }

  /** What befalls a class befalls every test in it. */
  private void tellAll(Description test, String status, String kind, Throwable error) {
    for (Description child : test.getChildren()) tellAll(child, status, kind, error);
    if (!test.isTest()) return;
    if (test.getMethodName() != null) report.test(placeOf(test), status, kind, error, 0);
    else if (error != null) report.runError(error);
  }

  private static Place placeOf(Description test) {
    return new Place(String.valueOf(test.getClassName()), String.valueOf(test.getMethodName()));
  }

  private static String idOf(Description test) {
    return test.getClassName() + "#" + test.getMethodName();
  }
}
