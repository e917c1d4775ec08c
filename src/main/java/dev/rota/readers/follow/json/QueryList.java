package dev.rota.readers.follow.json;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.QueryHelp;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A domain's queries.
 *
 * @param queries by name the arguments of each
 * @param help by name what each is for: a sentence, and of each argument whether it is needed and
 *     what it means
 */
public record QueryList(
    SortedMap<String, List<String>> queries, SortedMap<String, QueryHelp> help) {
  /** Those of a domain. */
  public static QueryList of(Domain domain) {
    QueryList all = new QueryList(new TreeMap<>(), new TreeMap<>());
    domain
        .card()
        .queries()
        .forEach(
            (name, query) -> {
              all.queries.put(name, query.arguments());
              all.help.put(name, query.help());
            });
    return all;
  }
}
