package baton;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Tells each test of a plan as JUnit's platform runs it; found by the platform on the class path of the tests. */
public final class Listener implements TestExecutionListener {
  private TestPlan plan;
  private Report report;
  private final Map<String, Long> started = new HashMap<>();
  private final Set<String> told = new HashSet<>();
  private Tries tries;

  public Listener() {
    Report.takeDirectory();
  }

  @Override
  public synchronized void testPlanExecutionStarted(TestPlan plan) {
    this.plan = plan;
    started.clear();
    told.clear();
    tries = new Tries();
    report = Report.open("5");
  }

  @Override
  public synchronized void testPlanExecutionFinished(TestPlan plan) {
    report.end();
  }

  @Override
  public synchronized void executionStarted(TestIdentifier identifier) {
    if (identifier.isTest()) started.put(identifier.getUniqueId(), System.nanoTime());
  }

  @Override
  public synchronized void executionSkipped(TestIdentifier identifier, String reason) {
    tellAll(identifier, "skipped", null, null);
  }

  @Override
  public synchronized void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
    boolean isTest = identifier.isTest();
    Throwable error = result.getThrowable().orElse(null);
    switch (result.getStatus()) {
      case SUCCESSFUL:
        if (isTest) tell(identifier, "passed", null, null);
        else for (String one : tries.takeOf(identifier.getUniqueId())) tell(one, "skipped", null, null);
        return;
      case ABORTED:
        if (!isTest || !tries.add(identifier.getUniqueId(), error)) tellAll(identifier, "skipped", null, null);
        return;
      default:
        if (isTest) tell(identifier, "failed", Failure.kindOf(error, new Place(identifier.getUniqueId())), error);
        else if (!tellAll(identifier, "failed", "fixture", error)) report.runError(error);
    }
  }

  /** A container stands for every test in it that was not told; true where there was one. */
  private boolean tellAll(TestIdentifier identifier, String status, String kind, Throwable error) {
    boolean any = false;
    for (TestIdentifier one : plan.getDescendants(identifier)) any |= tellLeaf(one, status, kind, error);
    return any | tellLeaf(identifier, status, kind, error);
  }

  /** A method of many invocations is told as one test where none of them began. */
  private boolean tellLeaf(TestIdentifier identifier, String status, String kind, Throwable error) {
    if (!identifier.isTest()) {
      if (!new Place(identifier.getUniqueId()).isMethod()) return false;
      for (TestIdentifier one : plan.getDescendants(identifier)) if (told.contains(one.getUniqueId())) return false;
    }
    return tell(identifier, status, kind, error);
  }

  private boolean tell(TestIdentifier identifier, String status, String kind, Throwable error) {
    return tell(identifier.getUniqueId(), status, kind, error);
  }

  /** Tries of one test are told as one, by the number of the first: how many there are may change from run to run. */
  private boolean tell(String id, String status, String kind, Throwable error) {
    if (!told.add(id)) return false;
    List<String> before = tries.takeBefore(id);
    told.addAll(before);
    String first = before.isEmpty() ? id : before.get(0);
    Long since = started.get(first);
    long ms = since == null ? 0 : (System.nanoTime() - since) / 1_000_000;
    report.test(new Place(first), status, kind, error, ms, before.size() + 1);
    return true;
  }
}
