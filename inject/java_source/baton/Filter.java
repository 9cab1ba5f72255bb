package baton;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.launcher.PostDiscoveryFilter;

/** Lets only the wanted classes and methods run: by their names, and by a pattern over theirs; all where there is none. */
public final class Filter implements PostDiscoveryFilter {
  private static final String CLASSES = Report.taken("baton.classes");
  private static final Set<String> WANTED_CLASSES =
      CLASSES == null ? null : new HashSet<>(Arrays.asList(CLASSES.split(",")));
  private static final String PATTERN = Report.taken("baton.only");
  private static final Pattern WANTED = PATTERN == null ? null : Pattern.compile(PATTERN);

  @Override
  public FilterResult apply(TestDescriptor descriptor) {
    Place place = new Place(descriptor.getUniqueId().toString());
    return FilterResult.includedIf(isOfWantedClass(place) && isWanted(place));
  }

  private static boolean isOfWantedClass(Place place) {
    String outer = place.className().replaceAll("[$].*$", "");
    return WANTED_CLASSES == null || outer.isEmpty() || WANTED_CLASSES.contains(outer);
  }

  private static boolean isWanted(Place place) {
    return WANTED == null || !place.isMethod() || WANTED.matcher(place.method()).find();
  }
}
