package dev.rota.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsDomain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of the doctor has the checks of the code, in their order. */
class DoctorPageTest {
  private static final Pattern ROW = Pattern.compile("\\| `([a-z-]+(?:\\.[a-z-]+)?)` \\|.*");
  private static final Pattern FINDING = Pattern.compile("(ok|warn|fail|unknown) +(.*)");

  private final List<String> page;

  DoctorPageTest() throws IOException {
    page = Files.readAllLines(Path.of("docs/doctor.md"));
  }

  @Test
  void everyCheckHasItsRow() {
    List<String> rows =
        page.stream()
            .map(ROW::matcher)
            .filter(row -> row.matches())
            .map(row -> row.group(1))
            .toList();
    assertThat(rows)
        .filteredOn(row -> DoctorCommand.CHECKS.stream().anyMatch(check -> check.id().equals(row)))
        .containsExactlyElementsOf(DoctorCommand.CHECKS.stream().map(DoctorCheck::id).toList());
  }

  @Test
  void theExampleIsOfTheseChecks() {
    List<String> names = CheckRunner.names(DoctorCommand.CHECKS, List.of(new BotsDomain()));
    List<String> found =
        page.stream()
            .map(FINDING::matcher)
            .filter(line -> line.matches())
            .map(line -> line.group(2))
            .toList();
    assertThat(found)
        .hasSizeGreaterThan(names.size() - 1)
        .allSatisfy(line -> assertThat(names).anyMatch(name -> line.startsWith(name + "  ")));
    assertThat(names).allSatisfy(name -> assertThat(found).anyMatch(it -> it.startsWith(name)));
  }
}
