package baton;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** How a test went wrong: only what a test itself asserts is an assertion, and only in its own body. */
final class Failure {
  static String kindOf(Throwable reported, Place place) {
    Throwable error = inOtherThread(reported);
    if (error == null) return "error";
    String message = String.valueOf(error.getMessage());
    String type = error.getClass().getSimpleName();
    boolean isLate = error instanceof TimeoutException || type.equals("TestTimedOutException");
    if (isLate && message.contains("timed out after")) return "timeout";
    if (type.equals("ThreadTimeoutException")) return "timeout";
    if (error instanceof AssertionError && wasExpected(error)) return "assertion";
    boolean inBody = false;
    for (StackTraceElement frame : error.getStackTrace()) {
      inBody |= isOf(frame.getMethodName(), place.method());
    }
    // TestNG's own, of an exception that was expected.
    if (!inBody && error.getClass().getName().equals("org.testng.TestException")) return "assertion";
    if (!inBody) return "fixture";
    return error instanceof AssertionError && assertedByTest(error, place) ? "assertion" : "error";
  }

  /** {@code @Test(expected = Some.class)} and its rule, which assert after the test. */
  private static boolean wasExpected(Throwable error) {
    StackTraceElement[] frames = error.getStackTrace();
    for (int at = 0; at < Math.min(frames.length, 4); at += 1)
      if (EXPECTING.contains(frames[at].getClassName())) return true;
    return false;
  }

  private static final List<String> EXPECTING =
      Arrays.asList(
          "org.junit.internal.runners.statements.ExpectException", "org.junit.rules.ExpectedException");

  /** What went wrong in a thread that the test waits for comes wrapped. */
  private static Throwable inOtherThread(Throwable error) {
    boolean isWrapped = error instanceof CompletionException || error instanceof ExecutionException;
    return isWrapped && error.getCause() != null ? error.getCause() : error;
  }

  /** The method itself, or a lambda in it: {@code lambda$adds$0}. */
  private static boolean isOf(String frame, String method) {
    return frame.equals(method) || frame.startsWith("lambda$" + method + "$");
  }

  /** An assertion library lies in an archive: the first class of the project on the stack asked it. */
  private static boolean assertedByTest(Throwable error, Place place) {
    String own = Place.directoryOf(place.className());
    for (StackTraceElement frame : error.getStackTrace()) {
      String directory = Place.directoryOf(frame.getClassName());
      if (directory != null) return directory.equals(own);
    }
    return false;
  }
}
