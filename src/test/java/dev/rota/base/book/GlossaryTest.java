package dev.rota.base.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.ledger.TurnKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The glossary has the words that commands and schemas use, by their names there. */
class GlossaryTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+) \\| ([^|]*) \\| (.+) \\|$");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final String PAGE = Pages.text(Path.of("docs/glossary.md"));

  @Test
  void everythingThatWhyCanBeAskedAboutHasItsMeaning() {
    for (Domain domain : Domains.ALL) {
      assertThat(terms(domain.name())).containsAll(domain.card().why().kinds());
    }
  }

  @Test
  void everyKindOfTurnIsNamed() {
    String names = rows(PAGE).map(row -> row.group(2)).collect(Collectors.joining(" "));
    for (TurnKind kind : TurnKind.values()) {
      if (kind != TurnKind.UNKNOWN && kind != TurnKind.INPUT) {
        assertThat(names).contains("`" + kind + "`");
      }
    }
  }

  @Test
  void termsOfASectionAreInOrderAndOnce() {
    for (String section : PAGE.split("\n## ", -1)) {
      assertThat(terms(section.lines().findFirst().orElseThrow()))
          .isSorted()
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void everyNameIsOneOfTheSchemasOrTheProgram() throws IOException {
    String known =
        Stream.of("schemas", "src/main/java", "src/main/resources/page")
            .flatMap(GlossaryTest::texts)
            .collect(Collectors.joining("\n"));
    List<String> names =
        rows(PAGE)
            .flatMap(row -> NAME.matcher(row.group(2)).results())
            .map(name -> name.group(1).replaceAll("<domain>-|rota |:.*|.* --|--|/", ""))
            .flatMap(name -> Arrays.stream(name.split(" ")))
            .toList();
    assertThat(names).hasSizeGreaterThan(100);
    assertThat(names).allSatisfy(name -> assertThat(known).contains(name));
  }

  private static List<String> terms(String section) {
    return Arrays.stream(PAGE.split("\n## ", -1))
        .filter(text -> text.startsWith(section + "\n"))
        .flatMap(GlossaryTest::rows)
        .map(row -> row.group(1))
        .toList();
  }

  private static Stream<MatchResult> rows(String text) {
    return ROW.matcher(text)
        .results()
        .filter(row -> !row.group(1).equals("term") && !row.group(1).startsWith("---"));
  }

  private static Stream<String> texts(String folder) {
    try {
      return Pages.files(Path.of(folder)).map(Pages::text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
