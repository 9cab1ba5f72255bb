package baton;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** One report file a plan: the lines of {@code ReportLine}, each written at once. */
final class Report {
  private static final int MESSAGE_LIMIT = 2000;
  private static String directory;

  private final OutputStream out;
  private int tests = 0;

  private Report(OutputStream out) {
    this.out = out;
  }

  /** What is tested must not find the report: the property goes before any test is loaded. */
  static synchronized void takeDirectory() {
    String given = taken("baton.report");
    if (given != null) directory = given;
  }

  static String taken(String property) {
    String value = System.getProperty(property);
    System.clearProperty(property);
    return value;
  }

  static synchronized Report open(String version) {
    if (directory == null) return new Report(null);
    try {
      Path path = new File(directory, UUID.randomUUID().toString().replace("-", "") + ".ndjson").toPath();
      Report report =
          new Report(Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
      Parting.prepare();
      report.write("{\"type\":\"start\",\"v\":1,\"runner\":\"junit\",\"version\":\"" + version + "\"}");
      return report;
    } catch (IOException error) {
      throw new IllegalStateException("no report can be written", error);
    }
  }

  void test(Place place, String status, String kind, Throwable error, long ms) {
    test(place, status, kind, error, ms, 1);
  }

  /** A test that did not pass at first, with how often it was tried. */
  void test(Place place, String status, String kind, Throwable error, long ms, int tries) {
    tests += 1;
    StringBuilder line = new StringBuilder("{\"type\":\"test\",\"file\":").append(quoted(place.file()));
    line.append(",\"path\":[");
    String comma = "";
    for (String part : place.path()) {
      line.append(comma).append(quoted(part));
      comma = ",";
    }
    line.append("],\"status\":").append(quoted(status));
    if (kind != null) line.append(",\"kind\":").append(quoted(kind)).append(named(error));
    if (tries > 1) line.append(",\"tries\":").append(tries);
    write(line.append(",\"ms\":").append(ms).append('}').toString());
  }

  void runError(Throwable error) {
    write("{\"type\":\"run_error\"" + named(error) + "}");
  }

  void end() {
    write("{\"type\":\"end\",\"tests\":" + tests + "}");
  }

  private static String named(Throwable error) {
    String name = error == null ? "Error" : error.getClass().getSimpleName();
    String message = error == null ? "" : String.valueOf(error.getMessage());
    String cut = message.length() > MESSAGE_LIMIT ? message.substring(0, MESSAGE_LIMIT) : message;
    return ",\"name\":" + quoted(name) + ",\"message\":" + quoted(cut);
  }

  private void write(String line) {
    if (out == null) return;
    try {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException error) {
      throw new IllegalStateException("the report cannot be written", error);
    }
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int at = 0; at < text.length(); at += 1) {
      char one = text.charAt(at);
      if (one == '"' || one == '\\') quoted.append('\\').append(one);
      else if (one < ' ' || Character.isSurrogate(one)) quoted.append(String.format("\\u%04x", (int) one));
      else quoted.append(one);
    }
    return quoted.append('"').toString();
  }
}
