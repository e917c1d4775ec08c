package dev.rota.base.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Ran;
import dev.rota.testing.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The worked examples show what their commands print, byte for byte, but for lines that {@code …}
 * stands for. {@code -Drota.examples=write} writes all of it where that is no longer so.
 */
final class ExamplesTest {
  private static final Path FOLDER = Path.of("docs/examples");
  private static final boolean WRITES = "write".equals(System.getProperty("rota.examples"));

  /** Commands, and what the last of them prints, if a block follows that is of no language. */
  private static final Pattern BLOCKS =
      Pattern.compile("```sh\n(.*?)```\n(?:\n```\n(.*?)```\n)?", Pattern.DOTALL);

  @TempDir private Path folder;

  static List<Path> pages() throws IOException {
    return Pages.files(FOLDER).filter(file -> file.toString().endsWith(".md")).toList();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void aPageShowsWhatItsCommandsPrint(Path page) throws IOException {
    String text = Pages.text(page);
    checkData(text);
    StringBuilder written = new StringBuilder();
    Matcher blocks = BLOCKS.matcher(text);
    int outputs = 0;
    while (blocks.find()) {
      String said = said(blocks.group(1));
      if (blocks.group(2) == null) {
        continue;
      }
      outputs++;
      boolean isShown = new ShownOutput(blocks.group(2)).isExactly(said);
      String shown = isShown ? blocks.group(2) : said;
      String block = "```sh\n" + blocks.group(1) + "```\n\n```\n" + shown + "```\n";
      blocks.appendReplacement(written, Matcher.quoteReplacement(block));
    }
    blocks.appendTail(written);
    assertThat(outputs).as("outputs on the page").isPositive();
    if (WRITES) {
      Files.writeString(page, written);
    }
    assertThat(written.toString()).as("%s", page).isEqualTo(WRITES ? written.toString() : text);
  }

  private static void checkData(String text) {
    for (String name : ExampleCommand.DATA) {
      Path data = ExampleCommand.data(name);
      NotRun.unless(
          !text.contains(name) || Files.exists(data),
          "there is no " + data + "; name its folder with -Drota.data");
    }
  }

  /** What the last command prints. */
  private String said(String commands) throws IOException {
    String said = "";
    for (String line : commands.replace("\\\n", " ").strip().lines().toList()) {
      ExampleCommand command = new ExampleCommand(line, folder);
      Ran ran = Ran.rota(command.words());
      assertThat(ran.code()).as(line + "\n" + ran.err()).isZero();
      if (command.to() != null) {
        Files.writeString(command.to(), ran.out());
      }
      said = ran.out();
    }
    return said;
  }

  @Test
  void theIndexAndThePageOfTheCommandLeadToEveryExample() throws IOException {
    for (Path page : pages()) {
      String link = "(examples/" + page.getFileName() + ")";
      assertThat(Pages.text(Path.of("docs/README.md"))).contains(link);
      assertThat(Pages.text(Path.of("docs/whatif.md"))).contains(link);
    }
  }

  @Test
  void aCommandIsReadAsAShellReadsIt() {
    ExampleCommand command =
        new ExampleCommand(
            "./rota whatif x --policy '{\"a\": 1}' --from in.jsonl > o.jsonl", folder);
    assertThat(command.words())
        .containsExactly(
            "whatif",
            "x",
            "--policy",
            "{\"a\": 1}",
            "--from",
            folder.resolve("in.jsonl").toString());
    assertThat(command.to()).isEqualTo(folder.resolve("o.jsonl"));
  }
}
