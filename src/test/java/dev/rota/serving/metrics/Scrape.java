package dev.rota.serving.metrics;

import static java.util.stream.Collectors.toCollection;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What Prometheus would read from a text of metrics. */
public final class Scrape {
  private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][\\w:]*)(\\{.*})? (\\S+)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern ABOUT = Pattern.compile("# (HELP|TYPE) (\\S+) (.*)");

  private final List<Sample> samples = new ArrayList<>();
  private final Map<String, String> helps = new TreeMap<>();
  private final Map<String, String> types = new TreeMap<>();

  /** A value of a series. */
  public record Sample(String name, Map<String, String> labels, double value) {}

  /** Reads the text. A line that is none is an error. */
  public static Scrape of(String text) {
    Scrape scrape = new Scrape();
    text.lines().forEach(scrape::take);
    return scrape;
  }

  private void take(String line) {
    Matcher about = ABOUT.matcher(line);
    if (about.matches()) {
      (about.group(1).equals("HELP") ? helps : types).put(about.group(2), about.group(3));
      return;
    }
    Matcher sample = LINE.matcher(line);
    if (!sample.matches()) {
      throw new AssertionError("not a line of metrics: " + line);
    }
    String labels = sample.group(2) == null ? "" : sample.group(2);
    samples.add(
        new Sample(
            sample.group(1),
            LABEL
                .matcher(labels)
                .results()
                .collect(Collectors.toMap((MatchResult one) -> one.group(1), one -> one.group(2))),
            Double.parseDouble(sample.group(3).replace("Inf", "Infinity"))));
  }

  /** The names of all metrics. */
  public Set<String> names() {
    return samples.stream().map(Sample::name).collect(toCollection(TreeSet::new));
  }

  /** The series of a metric. */
  List<Sample> series(String name) {
    return samples.stream().filter(one -> one.name().equals(name)).toList();
  }

  /** The labels that a metric's series have. */
  public Set<String> labels(String name) {
    return samples.stream()
        .filter(one -> one.name().equals(name))
        .flatMap(one -> one.labels().keySet().stream())
        .collect(toCollection(TreeSet::new));
  }

  /** The values of a label. */
  Set<String> values(String label) {
    return samples.stream()
        .filter(one -> one.labels().containsKey(label))
        .map(one -> one.labels().get(label))
        .collect(toCollection(TreeSet::new));
  }

  /** A metric as the page of metrics has it: type, labels, help. */
  String about(String name) {
    return "%s | %s | %s"
        .formatted(types.get(name), String.join(", ", labels(name)), helps.get(name));
  }

  /**
   * The sum of the series that have these labels; NaN: there is none.
   *
   * @param labels name, value, name, value …
   */
  public double sum(String name, String... labels) {
    double[] values =
        samples.stream()
            .filter(one -> one.name().equals(name) && has(one, labels))
            .mapToDouble(Sample::value)
            .toArray();
    double sum = values.length == 0 ? Double.NaN : 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  private static boolean has(Sample sample, String... labels) {
    for (int i = 0; i < labels.length; i += 2) {
      if (!labels[i + 1].equals(sample.labels().get(labels[i]))) {
        return false;
      }
    }
    return true;
  }
}
