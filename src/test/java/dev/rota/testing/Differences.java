package dev.rota.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;

/** The table of a domain's page that says where Rota differs from the text of its original. */
public final class Differences {
  private static final String HEADING = "## Where Rota differs from the text, and why";

  private Differences() {}

  /** Each row is held by a test of this class, which has the row's first cell as its name. */
  public static void assertHeld(String domain, Class<?> tests) throws IOException {
    List<String> held =
        Stream.of(tests.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(DisplayName.class))
            .map(method -> method.getAnnotation(DisplayName.class).value())
            .toList();
    assertThat(held).containsExactlyInAnyOrderElementsOf(rows(domain));
  }

  private static List<String> rows(String domain) throws IOException {
    String page = Files.readString(Path.of("docs", domain + ".md"));
    assertThat(page).containsOnlyOnce(HEADING);
    return page.substring(page.indexOf(HEADING))
        .lines()
        .skip(1)
        .takeWhile(line -> !line.startsWith("#"))
        .filter(line -> line.startsWith("| "))
        .skip(2) // the table's head
        .map(line -> line.split(" \\| ", 2)[0].substring(2))
        .toList();
  }
}
