package baton;

import java.util.regex.Pattern;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.launcher.PostDiscoveryFilter;

/** Lets only the wanted methods run, by a pattern over their names; all where there is none. */
public final class Filter implements PostDiscoveryFilter {
  private static final String PATTERN = Report.taken("baton.only");
  private static final Pattern WANTED = PATTERN == null ? null : Pattern.compile(PATTERN);

  @Override
  public FilterResult apply(TestDescriptor descriptor) {
    Place place = new Place(descriptor.getUniqueId().toString());
    return FilterResult.includedIf(WANTED == null || !place.isMethod() || WANTED.matcher(place.method()).find());
  }
}
