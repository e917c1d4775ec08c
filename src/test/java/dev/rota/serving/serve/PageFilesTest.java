package dev.rota.serving.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page's files fit together, need nothing from outside, and make no markup of data. */
class PageFilesTest {
  private static final Path FOLDER = Path.of("src/main/resources/page");
  private static final Pattern NAMED =
      Pattern.compile("(?:from '\\./|(?:src|href)=\"page/)([^'\"]+)");
  private static final Pattern OUTSIDE =
      Pattern.compile("(?:https?:)?//(?!www\\.w3\\.org/2000/svg|127\\.0\\.0\\.1:8090)[a-z0-9]");
  private static final Pattern INLINE =
      Pattern.compile("<script(?![^>]* src=)|<style|<[^>]+ (?:style|on\\w+)=|javascript:");
  private static final Pattern MARKUP =
      Pattern.compile(
          "(?:inner|outer|setUnsafe)HTML|insertAdjacentHTML|document\\.write|createContextual"
              + "|DOMParser|\\beval\\(|new Function|srcdoc|setAttribute\\('(?:style|on)");
  private static final Pattern PICTURE = Pattern.compile("(\\w+): \\1Now");
  private static final Pattern QUERY = Pattern.compile("'queries/(\\w+)'");
  private static final Pattern QUERIES =
      Pattern.compile("\\[('\\w+'(?:, '\\w+')*)\\]\\.map\\(name => ask");

  private static Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(FOLDER)) {
      all.forEach(file -> files.put(file.getFileName().toString(), text(file)));
    }
    return files;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(MatchResult::group).toList();
  }

  /** Two names that differ look unlike: what is not seen is escaped where text becomes nodes. */
  @Test
  void textIsShownEscaped() throws IOException {
    Map<String, String> files = files();
    assertThat(
            found(
                Pattern.compile("\\.data = (?!text;)|\\.textContent = "),
                String.join("", files.values())))
        .isEmpty();
    assertThat(files.get("main.js")).contains("document.title = seen(");
    assertThat(files.get("h.js"))
        .contains("const text = shown(kid);", "SHOWN.has(name) ? shown(value)");
  }

  @Test
  void everyFileIsNamedAndEveryNameIsAFile() throws IOException {
    Map<String, String> files = files();
    List<String> named =
        files.values().stream()
            .flatMap(text -> NAMED.matcher(text).results().map(name -> name.group(1)))
            .distinct()
            .toList();

    assertThat(named).containsAll(List.of("main.js", "page.css", "icon.svg"));
    assertThat(files.keySet())
        .containsAll(named.stream().filter(n -> !PageRoutes.LIBRARIES.containsKey(n)).toList());
    assertThat(named).containsAll(files.keySet().stream().filter(n -> !n.endsWith("l")).toList());
  }

  @Test
  void nothingComesFromOutsideAndNothingIsInline() throws IOException {
    files()
        .forEach(
            (name, text) -> {
              assertThat(found(OUTSIDE, text.replaceAll("(?m)(^|\\s)// .*$", "")))
                  .as(name)
                  .isEmpty();
              assertThat(found(MARKUP, text)).as(name).isEmpty();
            });
    assertThat(found(INLINE, files().get("index.html"))).isEmpty();
  }

  @Test
  void theChecksFindWhatTheyForbid() {
    assertThat(found(OUTSIDE, "import x from 'https://cdn.example/x.js'")).isNotEmpty();
    assertThat(found(OUTSIDE, "<img src=\"//cdn.example/x\">")).isNotEmpty();
    assertThat(found(INLINE, "<script>go()</script>")).isNotEmpty();
    assertThat(found(INLINE, "<p onclick=\"go()\">")).isNotEmpty();
    assertThat(found(MARKUP, "node.innerHTML = id")).isNotEmpty();
    assertThat(Contrast.between("#888888", "#ffffff")).isLessThan(4.5);
  }

  @Test
  void everyQueryThatAPictureAsksIsOneOfItsDomain() throws IOException {
    Map<String, String> files = files();
    var drawn = Domains.ALL.stream().filter(one -> files.containsKey(one.name() + ".js")).toList();
    assertThat(PICTURE.matcher(files.get("now.js")).results().map(one -> one.group(1)))
        .as("a domain without a picture is shown by its figures")
        .containsExactlyInAnyOrderElementsOf(drawn.stream().map(Domain::name).toList())
        .isNotEmpty();
    for (var domain : drawn) {
      String picture = files.get(domain.name() + ".js");
      List<String> asked =
          Stream.concat(
                  QUERY.matcher(picture).results().map(one -> one.group(1)),
                  QUERIES
                      .matcher(picture)
                      .results()
                      .limit(1)
                      .flatMap(one -> Stream.of(one.group(1).replace("'", "").split(", "))))
              .toList();
      assertThat(asked).as(domain.name()).hasSizeGreaterThan(2);
      assertThat(domain.card().queries().keySet()).as(domain.name()).containsAll(asked);
    }
  }

  @Test
  void everyRoleCanBeReadInLightAndDark() throws IOException {
    String[] schemes = files().get("page.css").split("prefers-color-scheme: dark", 2);
    for (String scheme : schemes) {
      Map<String, String> colours = Contrast.colours(scheme);
      for (String role : List.of("ink", "soft", "link", "waiting", "running", "done", "lost")) {
        for (String ground : List.of("ground", "panel", "mark")) {
          assertThat(Contrast.between(colours.get(role), colours.get(ground)))
              .as("%s on %s", role, ground)
              .isGreaterThan(4.5);
        }
      }
      for (String role : List.of("waiting", "running", "done", "lost", "refused", "idle")) {
        String ground = colours.get(role + "-bg");
        assertThat(Contrast.between(colours.get(role), ground)).as(role).isGreaterThan(4.5);
        assertThat(Contrast.between(colours.get("soft"), ground)).as(role).isGreaterThan(4.5);
      }
    }
  }

  private static final Pattern LINE = Pattern.compile("of: '\\w+', colour: '([a-z]+)'");

  @Test
  void eachFigureOfAChartIsToldFromTheOthersByItsColour() throws IOException {
    List<String> figures =
        LINE.matcher(files().get("figures.js")).results().map(one -> one.group(1)).toList();
    assertThat(figures).hasSizeGreaterThan(5).doesNotHaveDuplicates();
    for (String scheme : files().get("page.css").split("prefers-color-scheme: dark", 2)) {
      Map<String, String> colours = Contrast.colours(scheme);
      assertThat(figures).map(colours::get).doesNotContainNull().doesNotHaveDuplicates();
      for (String figure : figures) {
        assertThat(Contrast.between(colours.get(figure), colours.get("panel")))
            .as(figure)
            .isGreaterThan(4.5);
      }
    }
  }

  private static final Pattern AMBER =
      Pattern.compile("(?:notice|badge)\\('waiting', (['`])(.*?)\\1");

  /** Amber says that something waits, or that somebody should look at it. */
  @Test
  void noHintIsAmber() throws IOException {
    assertThat(
            AMBER
                .matcher(String.join("\n", files().values()))
                .results()
                .map(one -> one.group(2).replaceAll("\\$\\{[^}]*\\}", "N")))
        .containsOnly(
            "Ready, and not all is well",
            "N wait",
            "N wait, the oldest N",
            "N behind",
            "is not started within the hour");
  }
}
