package baton;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Tries of a test that failed and come to nothing: extensions that try it again ({@code @RetryingTest}) call such a try off, with the
 * failure as the cause. By the method, whose last try says what becomes of the test.
 */
final class Tries {
  private static final Pattern AGAIN = Pattern.compile("retry|repeat", Pattern.CASE_INSENSITIVE);
  private static final String INVOCATION = "/[test-template-invocation:";

  private final Map<String, List<String>> failed = new HashMap<>();

  /** True where this was one of them. A test that is called off for a reason of its own is none. */
  boolean add(String uniqueId, Throwable error) {
    Throwable cause = error == null ? null : error.getCause();
    if (cause == null || !error.getClass().getSimpleName().equals("TestAbortedException")) return false;
    if (!(cause instanceof AssertionError) && !AGAIN.matcher(String.valueOf(error.getMessage())).find()) return false;
    int at = uniqueId.lastIndexOf(INVOCATION);
    if (at < 0) return false;
    failed.computeIfAbsent(uniqueId.substring(0, at), method -> new ArrayList<>()).add(uniqueId);
    return true;
  }

  /** Those before this invocation, which are no longer open then. */
  List<String> takeBefore(String uniqueId) {
    int at = uniqueId.lastIndexOf(INVOCATION);
    return at < 0 ? Collections.emptyList() : takeOf(uniqueId.substring(0, at));
  }

  List<String> takeOf(String method) {
    List<String> open = failed.remove(method);
    return open == null ? Collections.emptyList() : open;
  }
}
