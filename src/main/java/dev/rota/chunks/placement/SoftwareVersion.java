package dev.rota.chunks.placement;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of a worker's software, ordered by Semantic Versioning: a pre-release comes before its
 * release. Build metadata is ignored.
 *
 * @param preRelease its identifiers; empty for a release
 */
public record SoftwareVersion(long major, long minor, long patch, List<String> preRelease)
    implements Comparable<SoftwareVersion> {
  private static final String NUMBER = "(0|[1-9][0-9]{0,17})";
  private static final Pattern FORM =
      Pattern.compile(
          NUMBER
              + "\\."
              + NUMBER
              + "\\."
              + NUMBER
              + "(?:-([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?(?:\\+[0-9A-Za-z.-]+)?");

  public SoftwareVersion {
    preRelease = List.copyOf(preRelease);
  }

  /**
   * Reads a version.
   *
   * @throws IllegalArgumentException if the text has not the form 1.2.3 or 1.2.3-rc.1
   */
  public static SoftwareVersion parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("'" + text + "' is no version such as 2.8.0 or 2.8.0-rc1");
    }
    return new SoftwareVersion(
        Long.parseLong(form.group(1)),
        Long.parseLong(form.group(2)),
        Long.parseLong(form.group(3)),
        form.group(4) == null ? List.of() : List.of(form.group(4).split("\\.", -1)));
  }

  /** Returns the version, or null if the text is null or no version. */
  public static SoftwareVersion ofText(String text) {
    return text != null && FORM.matcher(text).matches() ? parse(text) : null;
  }

  @Override
  public int compareTo(SoftwareVersion other) {
    int order = Long.compare(major, other.major);
    if (order == 0) {
      order = Long.compare(minor, other.minor);
    }
    if (order == 0) {
      order = Long.compare(patch, other.patch);
    }
    return order == 0 ? compare(preRelease, other.preRelease) : order;
  }

  private static int compare(List<String> mine, List<String> others) {
    if (mine.isEmpty() || others.isEmpty()) {
      return Boolean.compare(mine.isEmpty(), others.isEmpty());
    }
    for (int i = 0; i < Math.min(mine.size(), others.size()); i++) {
      int order = compare(mine.get(i), others.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(mine.size(), others.size());
  }

  /** Numbers come before words and compare by value. Words compare by characters. */
  private static int compare(String mine, String other) {
    boolean number = isNumber(mine);
    if (number != isNumber(other)) {
      return number ? -1 : 1;
    }
    return number && mine.length() != other.length()
        ? Integer.compare(mine.length(), other.length())
        : mine.compareTo(other);
  }

  private static boolean isNumber(String identifier) {
    return identifier.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  @Override
  public String toString() {
    String release = major + "." + minor + "." + patch;
    return preRelease.isEmpty() ? release : release + "-" + String.join(".", preRelease);
  }
}
