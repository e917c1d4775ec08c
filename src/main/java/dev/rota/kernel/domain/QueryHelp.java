package dev.rota.kernel.domain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a query is for.
 *
 * @param about what it answers, without a full stop
 * @param arguments in the order of the query's own
 */
public record QueryHelp(String about, List<Argument> arguments) {
  private static final String MAY_BE_LEFT_OUT = "?";

  /**
   * What an argument means.
   *
   * @param required false: the query has an answer without it
   */
  public record Argument(String name, String about, boolean required) {}

  /** Nothing is said; no argument is needed for sure. */
  static QueryHelp none(List<String> arguments) {
    return new QueryHelp(
        "", arguments.stream().map(name -> new Argument(name, "", false)).toList());
  }

  /**
   * Gives each query its help.
   *
   * @param text a line {@code name: what it answers} for each query, and behind it an indented line
   *     {@code argument: meaning} for each argument; a question mark behind an argument's name: it
   *     may be left out
   */
  public static <S> Map<String, Query<S>> given(Map<String, Query<S>> queries, String text) {
    Map<String, QueryHelp> all = read(text);
    Map<String, Query<S>> helped = new TreeMap<>(queries);
    helped.replaceAll((name, query) -> all.containsKey(name) ? query.with(all.get(name)) : query);
    return helped;
  }

  private static Map<String, QueryHelp> read(String text) {
    Map<String, QueryHelp> all = new LinkedHashMap<>();
    List<Argument> arguments = List.of();
    for (String line : text.lines().filter(one -> !one.isBlank()).toList()) {
      int colon = line.indexOf(": ");
      String name = line.substring(0, colon).strip();
      String about = line.substring(colon + 2).strip();
      if (line.startsWith(" ")) {
        arguments.add(
            new Argument(
                name.replace(MAY_BE_LEFT_OUT, ""), about, !name.endsWith(MAY_BE_LEFT_OUT)));
      } else {
        arguments = new ArrayList<>();
        all.put(name, new QueryHelp(about, arguments));
      }
    }
    return all;
  }
}
