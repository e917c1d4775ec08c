package dev.rota.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.rota.base.book.DocBlock;
import dev.rota.testing.NotRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/deploy.md that need a {@code kubectl} and no Kubernetes. */
class KubectlTest {
  private static final Path PAGE = Path.of("docs/deploy.md");

  /** Prints what it would send. */
  private static final String DRY =
      """
      kubectl() { command kubectl "$@" --dry-run=client -o yaml; echo ---; }
      """;

  @TempDir private Path dir;

  @Test
  void secretsAreMadeAsTheTableOfThePageHasThem() throws Exception {
    NotRun.unless(
        ScriptRun.of(dir, "command -v kubectl && command -v openssl").code() == 0,
        "the Secrets of docs/deploy.md: there is no kubectl or no openssl");
    Files.writeString(dir.resolve("sasl.jaas.config"), "a login");
    String written = DocBlock.having(PAGE, "create secret").text();
    ScriptRun ran = ScriptRun.of(dir, DRY + written);
    assertThat(ran.code()).as(ran.said()).isZero();

    List<String> made = new ArrayList<>();
    try (MappingIterator<JsonNode> objects =
        new YAMLMapper().readerFor(JsonNode.class).readValues(ran.said())) {
      objects.forEachRemaining(
          object -> {
            if (object.path("kind").asText().equals("Secret")) {
              made.add(object.at("/metadata/name").asText());
              assertThat(object.at("/metadata/namespace").asText()).isEqualTo("rota");
              object.path("data").fieldNames().forEachRemaining(key -> isOfTheTable(object, key));
            }
          });
    }
    assertThat(made).hasSameSizeAs(written.lines().toList());
  }

  private static void isOfTheTable(JsonNode secret, String key) {
    String row =
        "(?m)^\\| `%s` \\| .*`%s`.*\\|"
            .formatted(Pattern.quote(secret.at("/metadata/name").asText()), Pattern.quote(key));
    assertThat(PAGE).content().containsPattern(row);
  }
}
