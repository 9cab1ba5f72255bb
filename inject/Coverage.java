import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.ILine;
import org.jacoco.core.analysis.ISourceFileCoverage;
import org.jacoco.core.tools.ExecFileLoader;

/** Writes what JaCoCo's agent counted as LCOV: every module below a folder, by the files that its classes come from. */
final class Coverage {
  private final PrintWriter out;

  private Coverage(PrintWriter out) {
    this.out = out;
  }

  /** The agent's file, the report to write, the folder of the project. */
  public static void main(String[] arguments) throws IOException {
    ExecFileLoader counted = new ExecFileLoader();
    counted.load(new File(arguments[0]));
    try (PrintWriter out = new PrintWriter(arguments[1], "UTF-8")) {
      for (Path module : modules(Path.of(arguments[2]))) new Coverage(out).write(module, counted);
    }
  }

  /** Where Maven and Gradle leave what they compiled of a module's own code. */
  private static final Pattern CLASSES = Pattern.compile("(.*/|)(?:target/classes|build/classes/\\w+/main)");

  private static List<Path> modules(Path project) throws IOException {
    try (Stream<Path> paths = Files.walk(project)) {
      return paths
          .map(path -> CLASSES.matcher(slashed(project.relativize(path))))
          .filter(Matcher::matches)
          .map(found -> project.resolve(found.group(1)))
          .distinct()
          .sorted()
          .toList();
    }
  }

  private static String slashed(Path path) {
    return path.toString().replace(File.separatorChar, '/');
  }

  private void write(Path module, ExecFileLoader counted) throws IOException {
    CoverageBuilder builder = new CoverageBuilder();
    Analyzer analyzer = new Analyzer(counted.getExecutionDataStore(), builder);
    for (Path classes : classes(module)) analyzer.analyzeAll(classes.toFile());
    List<Path> sources = sources(module);
    for (ISourceFileCoverage file : builder.getSourceFiles()) {
      Path ending = Path.of(file.getPackageName(), file.getName());
      for (Path source : sources) if (source.endsWith(ending) && isOf(file, source)) record(source, file);
    }
  }

  private static List<Path> classes(Path module) throws IOException {
    List<Path> found = new ArrayList<>();
    Path maven = module.resolve("target").resolve("classes");
    if (Files.isDirectory(maven)) found.add(maven);
    Path gradle = module.resolve("build").resolve("classes");
    if (!Files.isDirectory(gradle)) return found;
    try (Stream<Path> languages = Files.list(gradle)) {
      languages.map(language -> language.resolve("main")).filter(Files::isDirectory).sorted().forEach(found::add);
    }
    return found;
  }

  /** Of a class without a package the name says too little. */
  private static boolean isOf(ISourceFileCoverage file, Path source) throws IOException {
    return !file.getPackageName().isEmpty() || !PACKAGE.matcher(Files.readString(source)).find();
  }

  private static final Pattern PACKAGE = Pattern.compile("^\\s*package\\s", Pattern.MULTILINE);

  /** Of the module itself: no tests, and nothing that was built. */
  private static List<Path> sources(Path module) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(module)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        String name = slashed(module.relativize(path));
        boolean isOwn = !name.matches("(?:src/test|target|build)/.*");
        if (isOwn && name.matches(".*\\.(?:java|kt|scala|groovy)")) found.add(path);
      }
    }
    return found;
  }

  private void record(Path source, ISourceFileCoverage file) {
    out.println("SF:" + source.toAbsolutePath());
    for (int number = Math.max(1, file.getFirstLine()); number <= file.getLastLine(); number++) {
      ILine line = file.getLine(number);
      if (line.getStatus() == ICounter.EMPTY) continue;
      out.println("DA:" + number + "," + (line.getInstructionCounter().getCoveredCount() > 0 ? 1 : 0));
      ICounter branches = line.getBranchCounter();
      for (int at = 0; at < branches.getTotalCount(); at++)
        out.println("BRDA:" + number + ",0," + at + "," + (at < branches.getCoveredCount() ? 1 : 0));
    }
    out.println("end_of_record");
  }
}
