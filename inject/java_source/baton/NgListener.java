package baton;

import java.util.HashMap;
import java.util.Map;
import org.testng.IConfigurationListener;
import org.testng.IExecutionListener;
import org.testng.ITestContext;
import org.testng.ITestListener;
import org.testng.ITestNGMethod;
import org.testng.ITestResult;
import org.testng.SkipException;

/** Tells each test as TestNG runs it; found by TestNG on the class path of the tests. */
public final class NgListener implements IExecutionListener, ITestListener, IConfigurationListener {
  private static NgListener running;

  private Report report;
  private final Map<String, Integer> invocations = new HashMap<>();
  /** By class; under no name what keeps all tests from running. */
  private final Map<String, Throwable> broken = new HashMap<>();

  public NgListener() {
    Report.takeDirectory();
  }

  /** Where a test itself runs others, those are its own. */
  @Override
  public void onExecutionStart() {
    synchronized (NgListener.class) {
      if (running != null) return;
      running = this;
      report = Report.open("7");
    }
  }

  @Override
  public void onExecutionFinish() {
    synchronized (NgListener.class) {
      if (running != this) return;
      running = null;
      report.end();
    }
  }

  @Override
  public void onTestSuccess(ITestResult result) {
    tell(result, "passed", null, null);
  }

  @Override
  public void onTestFailure(ITestResult result) {
    Throwable error = result.getThrowable();
    tell(result, "failed", Failure.kindOf(error, placeOf(result, nameOf(result))), error);
  }

  @Override
  public void onTestFailedButWithinSuccessPercentage(ITestResult result) {
    onTestFailure(result);
  }

  /** TestNG skips what a fixture breaks for, and calls a failure that is tried again a skip. */
  @Override
  public synchronized void onTestSkipped(ITestResult result) {
    Throwable error = result.getThrowable();
    boolean isAsked = error instanceof SkipException;
    Throwable fixture = broken.getOrDefault(result.getTestClass().getName(), broken.get(""));
    String kind = error == null ? "fixture" : Failure.kindOf(error, placeOf(result, nameOf(result)));
    if (fixture != null && !isAsked) tell(result, "failed", "fixture", fixture);
    else if (isAsked || kind.equals("fixture")) tell(result, "skipped", null, null);
    else tell(result, "failed", kind, error);
  }

  @Override
  public synchronized void onConfigurationFailure(ITestResult result) {
    ITestNGMethod method = result.getMethod();
    boolean isOfClass = method.isBeforeClassConfiguration() || method.isBeforeMethodConfiguration();
    boolean isOfAll =
        method.isBeforeSuiteConfiguration()
            || method.isBeforeTestConfiguration()
            || method.isBeforeGroupsConfiguration();
    if (isOfClass || isOfAll) broken.put(isOfClass ? result.getTestClass().getName() : "", result.getThrowable());
    else if (report != null) report.runError(result.getThrowable());
  }

  private synchronized void tell(ITestResult result, String status, String kind, Throwable error) {
    if (report == null) return;
    String name = nameOf(result);
    if (result.getParameters().length > 0 || result.getMethod().getInvocationCount() > 1)
      name += "[" + invocations.merge(result.getTestClass().getName() + "#" + name, 1, Integer::sum) + "]";
    report.test(placeOf(result, name), status, kind, error, result.getEndMillis() - result.getStartMillis());
  }

  private static Place placeOf(ITestResult result, String name) {
    return new Place(result.getTestClass().getName(), name);
  }

  private static String nameOf(ITestResult result) {
    return result.getMethod().getMethodName();
  }

  @Override
  public void onTestStart(ITestResult result) {}

  @Override
  public void onStart(ITestContext context) {}

  @Override
  public void onFinish(ITestContext context) {}

  @Override
  public void onConfigurationSuccess(ITestResult result) {}

  @Override
  public void onConfigurationSkip(ITestResult result) {}
}
