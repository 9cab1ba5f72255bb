package baton;

import java.io.File;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a test stands, from its unique id: {@code [engine:junit-jupiter]/[class:shop.CartTest]/[nested-class:Inner]/
 * [method:adds()]}. Invocations and dynamic tests are told apart by their number, as their names may change from run to run.
 */
final class Place {
  private static final Pattern SEGMENT = Pattern.compile("\\[([^:\\]]+):((?:[^\\[\\]]|\\[\\])*)\\](?:/|$)");

  private String className = "";
  private String method = null;
  private final StringBuilder numbers = new StringBuilder();
  private final List<String> path = new ArrayList<>();

  Place(String uniqueId) {
    Matcher matcher = SEGMENT.matcher(uniqueId);
    while (matcher.find()) add(matcher.group(1), decoded(matcher.group(2)));
    if (method != null) path.add(method + numbers);
  }

  /** Of JUnit 4, whose invocations are told as {@code adds[0]}, or with more between the brackets. */
  Place(String className, String name) {
    String[] outerFirst = className.split("[$]");
    this.className = className;
    for (int at = 1; at < outerFirst.length; at += 1) path.add(outerFirst[at]);
    method = name.replaceAll("\\[.*", "");
    path.add(name.replaceAll("^([^\\[]*\\[\\d+)[^\\]]*\\].*$", "$1]"));
  }

  private void add(String type, String value) {
    if (type.equals("engine")) return;
    if (type.equals("class") || type.equals("runner")) className = value;
    else if (type.equals("nested-class") || type.equals("nested-class-template")) {
      className += "$" + value;
      path.add(value);
    } else if (method == null) method = value.replaceAll("[(].*$", "");
    else numbers.append('[').append(value.replace("#", "")).append(']');
  }

  boolean isMethod() {
    return method != null;
  }

  String method() {
    return method;
  }

  String className() {
    return className;
  }

  List<String> path() {
    return path;
  }

  /** The usual place of its source; the harness looks where it really lies. */
  String file() {
    String outer = className.replaceAll("[$].*$", "").replace('.', '/');
    return moduleDirectory() + "/src/test/java/" + outer + ".java";
  }

  /** Maven and Gradle both run a module's tests for the folder that it lies in, told by its compiled classes. */
  private String moduleDirectory() {
    String compiled = directoryOf(className);
    int at = compiled == null ? -1 : Math.max(compiled.lastIndexOf("/target/"), compiled.lastIndexOf("/build/"));
    if (at >= 0) return compiled.substring(0, at);
    return System.getProperty("basedir", System.getProperty("user.dir"));
  }

  /** The folder that a class was compiled into; null for what lies in an archive or belongs to Java. */
  static String directoryOf(String name) {
    try {
      Class<?> type = Class.forName(name, false, Thread.currentThread().getContextClassLoader());
      URL location = type.getProtectionDomain().getCodeSource().getLocation();
      File folder = new File(location.toURI());
      return folder.isDirectory() ? folder.getPath() : null;
    } catch (Exception | LinkageError noneOfTheProject) {
      return null;
    }
  }

  private static String decoded(String value) {
    try {
      return java.net.URLDecoder.decode(value.replace("+", "%2B"), "UTF-8");
    } catch (java.io.UnsupportedEncodingException | IllegalArgumentException plain) {
      return value;
    }
  }
}
