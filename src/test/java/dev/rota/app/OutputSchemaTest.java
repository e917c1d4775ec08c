package dev.rota.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
import dev.rota.testing.PrintedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Each verb that prints JSON says of what form. {@link PrintedJson} holds what is printed to it.
 */
class OutputSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path FOLDER = Path.of("src/main/resources/output");

  /** A proof is a file of one format, and a bot only logs. */
  private static final Set<String> WITHOUT_JSON = Set.of("rota-prove", "rota-bot");

  private static final String RULE = "rota-help-rule";

  @Test
  void eachVerbHasASchemaAndEachSchemaIsOfAVerb() throws IOException {
    Set<String> verbs = new TreeSet<>(Set.of("rota"));
    add(Main.line(new RootCommand(PrintedJson.nowhere())), verbs);
    verbs.removeAll(WITHOUT_JSON);
    verbs.remove(RULE); // in that of help
    // For the shells, which read words.
    verbs.remove("rota-completion-words");
    verbs.add("rota-completion");
    assertThat(files().map(OutputSchemaTest::name)).containsExactlyInAnyOrderElementsOf(verbs);
  }

  /** A verb with subcommands that takes parameters runs without them, too. */
  private static void add(CommandLine verb, Set<String> verbs) {
    CommandSpec spec = verb.getCommandSpec();
    if (verb.getSubcommands().isEmpty() || !spec.positionalParameters().isEmpty()) {
      verbs.add(spec.qualifiedName("-"));
    }
    verb.getSubcommands().values().forEach(inner -> add(inner, verbs));
  }

  @Test
  void eachFileIsAJsonSchemaThatRefusesUnknownFields() throws IOException {
    Schema meta =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    for (Path file : files().toList()) {
      JsonNode schema = JSON.readTree(file.toFile());
      assertThat(meta.validate(schema)).as(file.toString()).isEmpty();
      for (JsonNode one : schema.findParents("properties")) {
        assertThat(one.has("additionalProperties")).as("%s: %s", file, one).isTrue();
      }
    }
  }

  @Test
  void helpPrintsTheSchemaOfAVerb() throws IOException {
    JsonNode text = JSON.readTree(Ran.rota("help", "dlq", "list", "--schema").out());
    assertThat(text.path("title").asText()).isEqualTo("rota dlq list");
    assertThat(text).isEqualTo(JSON.readTree(FOLDER.resolve("rota-dlq-list.json").toFile()));
    Ran line = Ran.rota("help", "dlq", "list", "--schema", "-o", "json");
    assertThat(line.lines()).hasSize(1);
    assertThat(JSON.readTree(line.out())).isEqualTo(text);
    assertThat(Ran.rota("help", "exit-codes", "--schema").out()).contains("\"meaning\"");
    assertThat(Ran.rota("help", "--schema").out()).contains("--version", "\"error\"");
  }

  @Test
  void aVerbThatPrintsNoJsonSaysSo() {
    Ran none = Ran.rota("help", "prove", "--schema");
    assertThat(none.code()).isEqualTo(3);
    assertThat(none.err()).contains("no JSON Schema of 'rota prove'", "prints no JSON");
    Ran group = Ran.rota("help", "dlq", "--schema");
    assertThat(group.code()).isEqualTo(3);
    assertThat(group.err()).contains("'rota dlq --help'");
    Ran unknown = Ran.rota("help", "audti", "--schema");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("unknown verb 'audti'; did you mean 'audit'?");
  }

  /** What they print differs from their text, and they need no cluster. */
  @Test
  void verbsWithoutAClusterPrintWhatTheirSchemasSay(@TempDir Path dir) {
    String key = dir.resolve("key").toString();
    for (List<String> words :
        List.of(
            List.of("completion", "bash"),
            List.of("config", "show"),
            List.of("keys", "new", "acme.example/1", key),
            List.of("keys", "show", key),
            List.of("help", "rule"),
            List.of("help", "rule", "cores", "5.2"),
            List.of("--version"),
            List.of("query", "cores"),
            List.of("size", "cores", "--events-per-second", "10"),
            List.of("generate", "chunks", "--chunks", "10", "--workers", "5"),
            List.of("simulate", "bots", "--seed", "1", "--hours", "1", "--hostile"))) {
      List<String> all = new ArrayList<>(words);
      all.addAll(List.of("-o", "json"));
      Ran ran = Ran.rota(all.toArray(String[]::new));
      assertThat(ran.code()).as(ran.err()).isZero();
      assertThat(ran.out()).as(words.toString()).startsWith("{");
    }
  }

  /** Inputs, outputs and pages of each domain, as seeded traffic has them. */
  @Test
  void recordsAreAsTheAvroSchemasOfTheirTopicsSay(@TempDir Path dir) throws IOException {
    for (String domain : NameLookup.names()) {
      String file = dir.resolve(domain).toString();
      Ran made = Ran.rota("simulate", domain, "--seed", "3", "--hours", "0.02", "--save", file);
      assertThat(made.code()).as(made.err()).isZero();
      for (String line : Files.readAllLines(Path.of(file))) {
        PrintedJson.check("rota-consume", line);
      }
      Ran lines = Ran.rota("simulate", domain, "--file", file, "--ledger");
      assertThat(lines.out()).contains("\"" + domain + "-ledger\"", "\"rota.rule\"");
    }
    String claim = "{\"topic\":\"claims\",\"key\":\"a\",\"value\":{\"chain\":\"a\",\"para\":1}}";
    PrintedJson.check("rota-consume", claim);
    PrintedJson.check("rota-consume", claim.replace("claims", "another"));
    for (String wrong : List.of(claim.replace("para", "job"), claim.replace("1", "\"one\""))) {
      assertThatThrownBy(() -> PrintedJson.check("rota-consume", wrong))
          .isInstanceOf(AssertionError.class);
    }
  }

  /** Else the check of what is printed could not fail. */
  @Test
  void whatIsNotDescribedIsFound() {
    String code = "{\"code\":0,\"name\":\"OK\",\"meaning\":\"success\"}";
    PrintedJson.check("rota-help", code);
    for (String wrong :
        Set.of(
            code.replace("\"name\"", "\"title\""),
            code.replace("0", "\"0\""),
            code.replace("}", ",\"more\":1}"),
            "success")) {
      assertThatThrownBy(() -> PrintedJson.check("rota-help", wrong))
          .isInstanceOf(AssertionError.class);
    }
    assertThatThrownBy(() -> PrintedJson.check("rota-prove", "{}"))
        .isInstanceOf(AssertionError.class);
  }

  private static Stream<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.toList().stream();
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".json", "");
  }
}
