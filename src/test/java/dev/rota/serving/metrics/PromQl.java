package dev.rota.serving.metrics;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an expression of PromQL reads: metrics, each with the labels that its selectors name, and
 * labels by which it groups. It knows as much of the language as Rota's own expressions use.
 */
public final class PromQl {
  private static final Pattern TEXT = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
  private static final Pattern RANGE = Pattern.compile("\\[[^\\]]*]");
  private static final Pattern TOKEN =
      Pattern.compile("(?<![\\w.])([a-zA-Z_:][\\w:]*)\\s*(\\{[^}]*}|\\([^()]*\\)|\\()?");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)");
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_]\\w*");
  private static final Set<String> GROUPING =
      Set.of("by", "without", "on", "ignoring", "group_left", "group_right");
  private static final Pattern AGGREGATES = Pattern.compile("\\s*(?:by|without)\\b");
  private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "bool", "offset");

  private final Map<String, Set<String>> metrics = new TreeMap<>();
  private final Set<String> grouped = new TreeSet<>();

  private PromQl() {}

  public static PromQl of(String expression) {
    PromQl read = new PromQl();
    String plain = TEXT.matcher(expression).replaceAll("\"\"");
    read.take(RANGE.matcher(plain).replaceAll(""));
    return read;
  }

  private void take(String plain) {
    Matcher tokens = TOKEN.matcher(plain);
    int from = 0;
    while (tokens.find(from)) {
      String word = tokens.group(1);
      String more = tokens.group(2) == null ? "" : tokens.group(2);
      from = tokens.end();
      if (GROUPING.contains(word)) {
        NAME.matcher(more).results().forEach(label -> grouped.add(label.group()));
      } else if (more.startsWith("(")) {
        from = tokens.end(1) + 1; // a function: what is in its parentheses is read next
      } else if (!OPERATORS.contains(word)
          && !AGGREGATES.matcher(plain).region(from, plain.length()).lookingAt()) {
        Set<String> labels = metrics.computeIfAbsent(word, _ -> new TreeSet<>());
        MATCHER.matcher(more).results().forEach(one -> labels.add(one.group(1)));
      }
    }
  }

  /** The metrics that it reads, with the labels of their selectors. */
  public Map<String, Set<String>> metrics() {
    return metrics;
  }

  /** The labels by which it groups. */
  public Set<String> grouped() {
    return grouped;
  }
}
