package dev.rota;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.testing.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the program brings along of others: listed, allowed, and with its licence's text. */
class ThirdPartyIT {
  private static final Path META = Path.of("src/main/resources/META-INF");
  private static final Path LIST = META.resolve("THIRD-PARTY.txt");
  private static final Path SBOM = Path.of("target/classes/META-INF/sbom/rota.cdx.json");
  private static final Path LIB = Path.of("target/lib");

  /** Of several that a library offers, one of these is enough. */
  private static final Set<String> ALLOWED =
      Set.of("Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "EPL-2.0", "Go License", "MIT");

  private static final String HEAD =
      """
      Rota brings these libraries along, unchanged, in lib/ beside rota.jar.
      A licence's text is in the library's own jar; else in META-INF/licenses of rota.jar, by the
      library's name; else, of Apache-2.0, it is META-INF/LICENSE.
      The same for machines, as CycloneDX: META-INF/sbom/rota.cdx.json.

      """;

  /** A line of the list. */
  private record Library(String group, String name, String version, List<String> licences) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%-64s %s",
          group + ":" + name + ":" + version,
          String.join(" or ", licences));
    }

    static Library of(String line) {
      String[] words = line.split(" +", 2);
      String[] id = words[0].split(":", -1);
      return new Library(id[0], id[1], id[2], List.of(words[1].split(" or ", -1)));
    }

    static Library of(JsonNode component) {
      List<String> licences = new ArrayList<>();
      for (JsonNode choice : component.path("licenses")) {
        JsonNode licence = choice.path("license");
        licences.add(licence.path("id").asText(licence.path("name").asText()));
      }
      return new Library(
          component.path("group").asText(),
          component.path("name").asText(),
          component.path("version").asText(),
          licences);
    }

    String jar() {
      return name + "-" + version + ".jar";
    }
  }

  /** {@code -Drota.third-party=write} writes the list anew, after a dependency has changed. */
  @Test
  void theListIsThatOfTheSbom() throws IOException {
    NotRun.unless(Files.exists(SBOM), "Maven is offline, and then makes no SBOM");
    List<Library> libraries = new ArrayList<>();
    new ObjectMapper()
        .readTree(SBOM.toFile())
        .path("components")
        .forEach(component -> libraries.add(Library.of(component)));
    libraries.sort(Comparator.comparing(Library::toString));
    StringBuilder list = new StringBuilder(HEAD);
    libraries.forEach(library -> list.append(library).append('\n'));

    if ("write".equals(System.getProperty("rota.third-party"))) {
      Files.writeString(LIST, list);
    }
    assertThat(Files.readString(LIST))
        .as("write it anew with -Drota.third-party=write")
        .isEqualTo(list.toString());
  }

  @Test
  void everyLibraryIsInTheListUnderALicenceThatAllowsItAndWithItsText() throws IOException {
    List<String> listed = new ArrayList<>();
    for (String line : Files.readAllLines(LIST).subList((int) HEAD.lines().count(), lines())) {
      Library library = Library.of(line);
      listed.add(library.jar());
      assertThat(library.licences()).as(line).containsAnyElementsOf(ALLOWED);
      assertThat(hasText(library)).as("a text for " + line).isTrue();
    }
    try (Stream<Path> jars = Files.list(LIB)) {
      assertThat(jars.map(jar -> jar.getFileName().toString()).toList())
          .hasSizeGreaterThan(30)
          .containsExactlyInAnyOrderElementsOf(listed);
    }
  }

  private static int lines() throws IOException {
    return Files.readAllLines(LIST).size();
  }

  private static boolean hasText(Library library) throws IOException {
    String name = library.name().replaceFirst("-(classic|core)$", "");
    try (JarFile jar = new JarFile(LIB.resolve(library.jar()).toFile())) {
      return jar.stream().anyMatch(e -> e.getName().matches("(META-INF/)?LICENSE[-.\\w]*"))
          || Files.exists(META.resolve("licenses").resolve(name + ".txt"))
          || library.licences().contains("Apache-2.0");
    }
  }
}
