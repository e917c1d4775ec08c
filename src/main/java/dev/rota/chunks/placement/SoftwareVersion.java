package dev.rota.chunks.placement;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of a worker's software, ordered by Semantic Versioning 2.0.0: a pre-release comes
 * before its release. Build metadata is ignored. Numbers may have any length.
 *
 * @param preRelease its identifiers; empty for a release
 */
public record SoftwareVersion(String major, String minor, String patch, List<String> preRelease)
    implements Comparable<SoftwareVersion> {
  private static final String NUMBER = "(0|[1-9][0-9]*)";
  private static final String IDENTIFIER = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)";

  /** As semver.org suggests it. */
  private static final Pattern FORM =
      Pattern.compile(
          NUMBER
              + "\\."
              + NUMBER
              + "\\."
              + NUMBER
              + "(?:-("
              + IDENTIFIER
              + "(?:\\."
              + IDENTIFIER
              + ")*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?");

  private static final String FORMER_NUMBER = "(0|[1-9][0-9]{0,17})";

  /** As rules 2 read it. */
  private static final Pattern FORMER =
      Pattern.compile(
          FORMER_NUMBER
              + "\\."
              + FORMER_NUMBER
              + "\\."
              + FORMER_NUMBER
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
    SoftwareVersion version = ofText(text);
    if (version == null) {
      throw new IllegalArgumentException(noVersion(text));
    }
    return version;
  }

  /** Says that a text is no version. */
  public static String noVersion(String text) {
    return "'" + text + "' is no version such as 2.8.0 or 2.8.0-rc1";
  }

  /** Returns the version, or null if the text is null or no version. */
  public static SoftwareVersion ofText(String text) {
    return of(FORM, text);
  }

  /** Returns what rules 2 took the text for, or null. */
  public static SoftwareVersion formerly(String text) {
    return of(FORMER, text);
  }

  /** Returns the version that a row has, whichever rules wrote it, or null. */
  public static SoftwareVersion ofRow(String text) {
    SoftwareVersion version = ofText(text);
    return version == null ? formerly(text) : version;
  }

  private static SoftwareVersion of(Pattern grammar, String text) {
    Matcher form = text == null ? null : grammar.matcher(text);
    return form == null || !form.matches()
        ? null
        : new SoftwareVersion(
            form.group(1),
            form.group(2),
            form.group(3),
            form.group(4) == null ? List.of() : List.of(form.group(4).split("\\.", -1)));
  }

  @Override
  public int compareTo(SoftwareVersion other) {
    int order = compare(major, other.major);
    if (order == 0) {
      order = compare(minor, other.minor);
    }
    if (order == 0) {
      order = compare(patch, other.patch);
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
