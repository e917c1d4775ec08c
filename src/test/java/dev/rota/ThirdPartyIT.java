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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the program brings along of others: listed, allowed, and with its licence's text. */
class ThirdPartyIT {
  private static final Path META = Path.of("src/main/resources/META-INF");
  private static final Path BUILT = Path.of("target");

  /** Of several that a library offers, one of these is enough. */
  private static final Set<String> ALLOWED =
      Set.of("Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "EPL-2.0", "Go License", "MIT");

  private static final String HEAD =
      """
      Rota brings these libraries along, unchanged, in %s/ beside %s.jar.
      A licence's text is in the library's own jar; else in META-INF/licenses of rota.jar, by the
      library's name; else, of Apache-2.0, it is META-INF/LICENSE.
      The same for machines, as CycloneDX: META-INF/sbom/%2$s.cdx.json.

      """;

  /** Each jar has a folder of libraries beside it. */
  private enum Part {
    OPERATORS("rota", "lib", "THIRD-PARTY.txt"),
    LAB("rota-lab", "lib-lab", "THIRD-PARTY-LAB.txt");

    private final Path sbom;
    private final Path libraries;
    private final Path list;
    private final String head;

    Part(String jar, String libraries, String list) {
      this.sbom = BUILT.resolve("classes/META-INF/sbom").resolve(jar + ".cdx.json");
      this.libraries = BUILT.resolve(libraries);
      this.list = META.resolve(list);
      this.head = HEAD.formatted(libraries, jar);
    }

    /** Those of the SBOM. That of the lab has those of the operators' jar as well. */
    List<Library> components() throws IOException {
      List<Library> libraries = new ArrayList<>();
      new ObjectMapper()
          .readTree(sbom.toFile())
          .path("components")
          .forEach(component -> libraries.add(Library.of(component)));
      if (this == LAB) {
        List<Library> others = OPERATORS.components();
        assertThat(libraries).containsAll(others);
        libraries.removeAll(others);
      }
      libraries.sort(Comparator.comparing(Library::toString));
      return libraries;
    }

    List<String> lines() throws IOException {
      return Files.readAllLines(list).stream().skip(head.lines().count()).toList();
    }
  }

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
  @ParameterizedTest
  @EnumSource
  void theListIsThatOfTheSbom(Part part) throws IOException {
    NotRun.unless(Files.exists(part.sbom), "Maven is offline, and then makes no SBOM");
    List<Library> libraries = part.components();
    StringBuilder list = new StringBuilder(part.head);
    libraries.forEach(library -> list.append(library).append('\n'));

    if ("write".equals(System.getProperty("rota.third-party"))) {
      Files.writeString(part.list, list);
    }
    assertThat(Files.readString(part.list))
        .as("write it anew with -Drota.third-party=write")
        .isEqualTo(list.toString());
  }

  @ParameterizedTest
  @EnumSource
  void everyLibraryIsInTheListUnderALicenceThatAllowsItAndWithItsText(Part part)
      throws IOException {
    List<String> listed = new ArrayList<>();
    for (String line : part.lines()) {
      Library library = Library.of(line);
      listed.add(library.jar());
      assertThat(library.licences()).as(line).containsAnyElementsOf(ALLOWED);
      assertThat(hasText(part, library)).as("a text for " + line).isTrue();
    }
    try (Stream<Path> jars = Files.list(part.libraries)) {
      assertThat(jars.map(jar -> jar.getFileName().toString()).toList())
          .hasSizeGreaterThan(15)
          .containsExactlyInAnyOrderElementsOf(listed);
    }
  }

  @Test
  void noLibraryIsInBoth() throws IOException {
    assertThat(Part.OPERATORS.lines()).doesNotContainAnyElementsOf(Part.LAB.lines());
  }

  private static boolean hasText(Part part, Library library) throws IOException {
    String name = library.name().replaceFirst("-(classic|core)$", "");
    try (JarFile jar = new JarFile(part.libraries.resolve(library.jar()).toFile())) {
      return jar.stream().anyMatch(e -> e.getName().matches("(META-INF/)?LICENSE[-.\\w]*"))
          || Files.exists(META.resolve("licenses").resolve(name + ".txt"))
          || library.licences().contains("Apache-2.0");
    }
  }
}
