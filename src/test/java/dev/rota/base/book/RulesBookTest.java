package dev.rota.base.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.traffic.DomainTraffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whatever names a rule, the book has it; and the book has no rule that nothing names. */
final class RulesBookTest {
  private static final Path BOOK = Path.of("docs/rules");
  private static final int SEEDS = 40;
  private static final int EVENTS = 250;
  private static final int DEMONSTRATED = 1500;

  /** What forged records name, and no rule. */
  private static final String FORGED = " 99";

  private static final List<String> NAMES = Domains.ALL.stream().map(Domain::name).toList();
  private static final RulesBook RULES = new RulesBook(NAMES);
  private static final Citations CITED = new Citations();

  @BeforeAll
  static void collect() throws IOException {
    CITED.sources(Path.of("src/main/java"));
    CITED.sources(Path.of("src/test/java"));
    CITED.vectors(Path.of("src/test/resources/vectors"));
    for (Path schema : Citations.files(Path.of("schemas"), ".avsc")) {
      if (!schema.startsWith("schemas/released")) {
        CITED.words(Files.readString(schema), schema.toString());
      }
    }
    for (Domain domain : Domains.ALL) {
      publish(domain);
    }
    CITED.places().keySet().removeIf(id -> id.endsWith(FORGED));
  }

  private static void publish(Domain domain) throws IOException {
    String lane = DomainTraffic.of(domain).lanes().get(0);
    CITED.hostile(domain, SEEDS, EVENTS);
    CITED.published(domain, lane, DomainTraffic.of(domain).demonstration(lane, 1), DEMONSTRATED);
  }

  @Test
  void theBookHasEveryRuleThatIsNamed() {
    SortedMap<String, Set<String>> missing = new TreeMap<>(CITED.places());
    missing.keySet().removeAll(ids());

    assertThat(missing).isEmpty();
  }

  @Test
  void everyRuleOfTheBookIsNamedSomewhere() {
    Set<String> dead = ids();
    RULES.all().stream().filter(BookRule::chapter).map(BookRule::id).forEach(dead::remove);
    dead.removeAll(CITED.places().keySet());
    dead.removeAll(CITED.kept());

    assertThat(dead).isEmpty();
  }

  /** Whoever meets a rule in a header finds there what the record says. */
  @Test
  void aRuleNamesEverySymbolThatItsOutputsTell() {
    SortedMap<String, Set<String>> missing = new TreeMap<>();
    for (BookRule rule : RULES.all()) {
      Set<String> symbols = new TreeSet<>(CITED.told().getOrDefault(rule.id(), Set.of()));
      symbols.removeIf(symbol -> rule.text().contains("`" + symbol + "`"));
      if (!symbols.isEmpty()) {
        missing.put(rule.id(), symbols);
      }
    }
    assertThat(missing).isEmpty();
    assertThat(CITED.told()).hasSizeGreaterThan(40);
  }

  @Test
  void whatIsNamedIsFoundWhereverItIs() {
    assertThat(CITED.places()).hasSizeGreaterThan(120);
    assertThat(CITED.places().get("cores 5.2"))
        .contains(
            "published on cores-outcomes", "src/main/java/dev/rota/cores/rules/ClaimRoutine.java");
    assertThat(CITED.places().get("shards X7"))
        .contains(
            "published on shards-outcomes",
            "src/main/java/dev/rota/shards/model/Shard.java",
            "src/test/resources/vectors/shards/scenarios.json");
    assertThat(CITED.places().get("bots 7")).contains("published on bots-assignments");
    assertThat(CITED.places().get("chunks 5")).contains("published on chunks-assignments");
    assertThat(CITED.places()).containsKeys("bots V142", "bots H7", "cores G5", "laws L10");
  }

  @Test
  void everyRuleHasATitleATextAndItsAnchor() throws IOException {
    Set<String> seen = new TreeSet<>();
    for (BookRule rule : RULES.all()) {
      assertThat(seen.add(rule.id())).as("%s is there once", rule.id()).isTrue();
      assertThat(rule.text()).as(rule.id()).isNotBlank();
      assertThat(Files.readString(BOOK.resolve(rule.domain() + ".md")))
          .contains(
              "<a id=\"%s\"></a>%n%n".formatted(rule.anchor()).replace("\r", "")
                  + (rule.chapter() ? "## " : "### ")
                  + rule.id()
                  + " "
                  + rule.title());
    }
  }

  @Test
  void linksOfTheBookLeadToItsRules() throws IOException {
    Pattern link = Pattern.compile("\\]\\(([a-z]+\\.md)?#([^)]+)\\)");
    for (Path page : Citations.files(BOOK, ".md")) {
      String text = Files.readString(page);
      List<String> broken =
          link.matcher(text)
              .results()
              .filter(
                  one -> {
                    String target = one.group(1) == null ? page.getFileName() + "" : one.group(1);
                    return named(one.group(2))
                        .noneMatch(rule -> target.equals(rule.domain() + ".md"));
                  })
              .map(one -> one.group())
              .toList();
      assertThat(broken).as("%s", page).isEmpty();
    }
  }

  private static Stream<BookRule> named(String anchor) {
    return RULES.all().stream().filter(rule -> rule.anchor().equals(anchor));
  }

  private static Set<String> ids() {
    return new TreeSet<>(RULES.all().stream().map(BookRule::id).toList());
  }

  @Test
  void aRuleIsFoundByAnyOfItsNames() {
    assertThat(RULES.named("cores 5.2")).extracting(BookRule::id).containsExactly("cores 5.2");
    assertThat(RULES.named("CORES-g5")).extracting(BookRule::id).containsExactly("cores G5");
    assertThat(RULES.named("X7")).extracting(BookRule::id).containsExactly("shards X7");
    assertThat(RULES.named("L4"))
        .extracting(BookRule::id)
        .containsExactlyInAnyOrder("shards L4", "laws L4");
    assertThat(RULES.named("cores 77")).isEmpty();
  }

  @Test
  void markdownBecomesLinesOfAWidth() {
    String markdown =
        """
        A claim is *taken*, or [refused
        at once](#x), for `a * b` and `*`.

        - **Tells**: `QUEUED` with retries 0, and so on
          until the end.

        | a | b |
        """;

    assertThat(PlainText.of(markdown.strip(), 30))
        .containsExactly(
            "A claim is taken, or refused",
            "at once, for a * b and *.",
            "",
            "- Tells: QUEUED with retries",
            "  0, and so on until the end.",
            "",
            "| a | b |");
  }
}
