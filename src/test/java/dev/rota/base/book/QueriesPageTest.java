package dev.rota.base.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of the queries has all of them, with their arguments, and no others. */
class QueriesPageTest {
  private static final Path PAGE = Path.of("docs/queries.md");
  private static final Pattern ROW = Pattern.compile("\\| `([\\w.]+)` \\| ([^|]*)\\| ([^|]+) \\|");
  private static final Pattern ARGUMENT = Pattern.compile("`(\\w+)`");
  private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

  static Stream<Domain> domains() {
    return Domains.ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("domains")
  void thePageIsTheCode(Domain domain) throws IOException {
    Map<String, List<String>> known = new TreeMap<>();
    domain.card().queries().forEach((name, query) -> known.put(name, query.arguments()));

    assertThat(told(domain.name())).isEqualTo(known);
  }

  @ParameterizedTest
  @MethodSource("domains")
  void thePageSaysOfEachQueryWhatTheQuerySaysItself(Domain domain) throws IOException {
    Map<String, String> known = new TreeMap<>();
    domain.card().queries().forEach((name, query) -> known.put(name, query.help().about()));

    Map<String, String> told = new TreeMap<>();
    Matcher rows = ROW.matcher(section(domain.name()));
    while (rows.find()) {
      told.put(
          rows.group(1), LINK.matcher(rows.group(3)).replaceAll("$1").replace("`", "").strip());
    }
    assertThat(told).isEqualTo(known);
  }

  private static Map<String, List<String>> told(String domain) throws IOException {
    Map<String, List<String>> told = new TreeMap<>();
    Matcher rows = ROW.matcher(section(domain));
    while (rows.find()) {
      told.put(
          rows.group(1),
          ARGUMENT.matcher(rows.group(2)).results().map(found -> found.group(1)).toList());
    }
    return told;
  }

  private static String section(String domain) throws IOException {
    return Arrays.stream(Files.readString(PAGE).split("\n## "))
        .filter(one -> one.startsWith(domain + "\n"))
        .findFirst()
        .orElseThrow();
  }
}
