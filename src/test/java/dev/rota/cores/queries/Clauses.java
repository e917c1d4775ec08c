package dev.rota.cores.queries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The clauses that sentences are made of, and what has to be so where one is said. */
final class Clauses {
  private final Map<Pattern, Consumer<Match>> all = new LinkedHashMap<>();
  private final Set<String> reached = new TreeSet<>();

  /**
   * What was said.
   *
   * @param first the number of groups that are left out
   */
  record Match(MatchResult said, int first) {
    boolean has(int group) {
      return text(group) != null;
    }

    String text(int group) {
      return said.group(first + group);
    }

    long number(int group) {
      return Long.parseLong(text(group));
    }

    List<Long> numbers(int group) {
      return has(group) ? List.of(number(group)) : List.of();
    }

    Match from(int group) {
      return new Match(said, first + group);
    }
  }

  void of(String pattern, Consumer<Match> isSo) {
    all.put(Pattern.compile(pattern), isSo);
  }

  /** Tries each clause of a sentence. Nothing may be said that no clause judges. */
  void hold(String context, String sentence) {
    String left = sentence;
    for (Map.Entry<Pattern, Consumer<Match>> clause : ordered(sentence).entrySet()) {
      Matcher matcher = clause.getKey().matcher(left);
      if (matcher.find()) {
        reached.add(clause.getKey().pattern());
        try {
          clause.getValue().accept(new Match(matcher.toMatchResult(), 0));
        } catch (RuntimeException | AssertionError e) {
          throw new AssertionError(context + ": " + clause.getKey(), e);
        }
        left = left.substring(0, matcher.start()) + left.substring(matcher.end());
      }
    }
    assertThat(left).as("what nobody has judged of: %s", context).matches("[;, ]*");
  }

  /** As they are said: what comes first tells what the others are about. */
  private Map<Pattern, Consumer<Match>> ordered(String sentence) {
    Map<Integer, Pattern> places = new TreeMap<>();
    for (Pattern pattern : all.keySet()) {
      Matcher matcher = pattern.matcher(sentence);
      if (matcher.find()) {
        places.merge(
            matcher.start(),
            pattern,
            (one, other) -> one.pattern().length() > other.pattern().length() ? one : other);
      }
    }
    Map<Pattern, Consumer<Match>> ordered = new LinkedHashMap<>();
    places.values().forEach(pattern -> ordered.put(pattern, all.get(pattern)));
    return ordered;
  }

  /** A clause that is never said was never tried. */
  void allReached() {
    assertThat(all.keySet().stream().map(Pattern::pattern).filter(one -> !reached.contains(one)))
        .isEmpty();
  }
}
