package dev.rota.base.book;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.rota.app.Main;
import dev.rota.app.Ran;
import dev.rota.app.console.Console;
import dev.rota.app.console.RootCommand;
import dev.rota.base.lines.JsonRecords;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.settings.SettingsSources;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.chunks.placement.SizedChunk;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.OversizedInput;
import dev.rota.lab.sqd.ChunkReader;
import dev.rota.lab.starknet.StarknetReader;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.NotRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every fenced block of every page is run or checked, here or by {@code DocBlocksIT}, unless {@link
 * BlockRegister} says who does so instead, or why nobody can.
 */
class DocBlocksTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of these a block needs no entry; shell blocks are run by {@code DocBlocksIT}. */
  private static final Set<String> LANGUAGES =
      Set.of("sh", "json", "yaml", "properties", "java", "mermaid", "policy", "python", "text");

  private static final Pattern VARIABLE = Pattern.compile("\\bROTA_[A-Z][A-Z0-9_]*");
  private static final Pattern TOPIC = Pattern.compile("(?:--topic|--entity-name) ([\\w-]+)");
  private static final Pattern PROGRAM =
      Pattern.compile("(?m)^ *(?:\\./|\\$ |[\\w-]+\\.sh\\b|curl|docker|kubectl|bazel|systemctl)");

  private static final Pattern TEST = Pattern.compile("\\b[A-Z]\\w+(?:Test|IT)\\b");

  /** The lines of each kind of diagram. */
  private static final Map<String, String> DIAGRAMS =
      Map.of(
          "stateDiagram-v2",
          " +\\S+ --> \\S+(: .+)?",
          "sequenceDiagram",
          " +(participant \\w+( as .+)?|\\w+-{1,2}>>\\w+: .+|Note (over|right of|left of) [\\w,]+: .+|(loop|opt|alt|else) .+|end)");

  private static final Pattern STATE = Pattern.compile("\\b[A-Z][A-Z_]{2,}\\b");

  @TempDir private Path dir;

  static List<DocBlock> blocks() throws IOException {
    return DocBlock.all();
  }

  private static Stream<DocBlock> of(String language) throws IOException {
    return blocks().stream()
        .filter(block -> block.language().equals(language))
        .filter(block -> BlockRegister.of(block).isEmpty());
  }

  @Test
  void everyBlockIsRunOrListed() throws IOException {
    assertThat(blocks())
        .filteredOn(block -> BlockRegister.of(block).isEmpty())
        .filteredOn(block -> !block.isOutput() && !LANGUAGES.contains(block.language()))
        .as("CONTRIBUTING.md, \"Blocks of the documents\", says what to do")
        .isEmpty();
  }

  @Test
  void everyEntryIsOfABlockAndEveryTestReadsItsPage() throws IOException {
    Map<String, String> tests = new HashMap<>();
    Pages.files(Path.of("src/test/java"))
        .forEach(
            file ->
                tests.put(file.getFileName().toString().replace(".java", ""), Pages.text(file)));
    for (BlockRegister.Entry entry : BlockRegister.all()) {
      assertThat(blocks()).as("%s", entry).anyMatch(entry::matches);
      if (entry instanceof BlockRegister.RunBy by) {
        String name = by.page().replaceAll(".*/(?=.)|/$|\\.md$", "");
        assertThat(
                Stream.of(name, "DocsProcedure", "SecurityPage")
                    .anyMatch(tests.getOrDefault(by.test(), "")::contains))
            .as("%s", entry)
            .isTrue();
      } else if (entry instanceof BlockRegister.NotRun not) {
        TEST.matcher(not.why())
            .results()
            .forEach(test -> assertThat(tests).as("%s", entry).containsKey(test.group()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void everyCommandIsOneThatTheProgramTakes(DocBlock block) throws IOException {
    for (List<String> command : block.commands()) {
      assertThatCode(() -> Main.line(new RootCommand(quiet())).parseArgs(words(command)))
          .as("%s: %s", block, command)
          .doesNotThrowAnyException();
    }
  }

  private static String[] words(List<String> command) {
    return command.toArray(String[]::new);
  }

  private static Console quiet() {
    return new Console(
        new ByteArrayInputStream(new byte[0]),
        new ByteArrayOutputStream(),
        new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
        Map.of(),
        false,
        false);
  }

  @Test
  void mostShellBlocksHaveCommands() throws IOException {
    assertThat(blocks()).filteredOn(block -> !block.commands().isEmpty()).hasSizeGreaterThan(50);
  }

  @Test
  void everyVariableIsASettingAndEveryTopicIsThere() throws IOException {
    Set<String> topics = new HashSet<>();
    Domains.ALL.forEach(
        domain -> RequiredTopics.of(domain).forEach(topic -> topics.add(topic.name())));
    for (DocBlock block : blocks()) {
      found(TOPIC, block.text())
          .forEach(topic -> assertThat(topics).as("%s", block).contains(topic));
      for (MatchResult variable : VARIABLE.matcher(block.text()).results().toList()) {
        assertThatCode(() -> environment(variable.group()))
            .as("%s", block)
            .doesNotThrowAnyException();
      }
    }
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(one -> one.group(1)).toList();
  }

  /** A variable that no setting has is refused by its name. */
  private static void environment(String variable) {
    try {
      new SettingsSources().environment(Map.of(variable, "1")).load();
    } catch (RuntimeException e) {
      assertThat(e.getMessage()).as(variable).doesNotContain("unknown");
    }
  }

  /**
   * A line is a record, a query, a stub or of a recorded history; each is read by what reads it.
   */
  @Test
  void jsonIsReadByWhatReadsIt() throws IOException {
    for (DocBlock block : of("json").toList()) {
      JsonNode line = JSON.readTree(block.text());
      if (line.has("topic")) {
        simulated(block, line.path("topic").asText());
      } else if (line.has("query")) {
        asked(block, line);
      } else if (line.has("sha256")) {
        assertThat(OversizedInput.read(block.text().strip().getBytes(UTF_8)))
            .as("%s", block)
            .isPresent();
      } else {
        imported(block);
      }
    }
  }

  private static void asked(DocBlock block, JsonNode line) {
    List<String> arguments = new ArrayList<>();
    line.path("args").fieldNames().forEachRemaining(arguments::add);
    assertThat(Domains.ALL)
        .as("%s", block)
        .map(domain -> domain.card().queries().get(line.path("query").asText()))
        .filteredOn(query -> query != null)
        .anyMatch(query -> query.arguments().containsAll(arguments));
  }

  private static void simulated(DocBlock block, String topic) {
    Domain domain =
        Domains.ALL.stream()
            .filter(one -> one.wire().inputs().stream().anyMatch(in -> in.topic().equals(topic)))
            .findFirst()
            .orElseThrow();
    Ran ran =
        Ran.rota(Map.of("ROTA_HOME", "/nonexistent"), block.text(), "simulate", domain.name());
    assertThat(ran.err().lines())
        .as("%s", block)
        .allMatch(line -> line.contains("no timestamp: the line before gives it"));
    assertThat(ran.code()).as("%s", block).isZero();
    assertThat(ran.out()).as("%s", block).isNotEmpty();
  }

  private static void imported(DocBlock block) throws IOException {
    InputStream in = new ByteArrayInputStream(block.text().getBytes(UTF_8));
    try (JsonRecords<?> records =
        block.text().contains("dataset") ? new ChunkReader(in) : new StarknetReader(in)) {
      assertThat(records.next()).as("%s", block).isPresent();
    }
  }

  @Test
  void settingsFilesAreTaken() throws IOException {
    for (DocBlock block : of("properties").toList()) {
      Path file = Files.writeString(dir.resolve("rota.properties"), block.text());
      assertThatCode(() -> new SettingsSources().file(file).load().dangers())
          .as("%s", block)
          .doesNotThrowAnyException();
    }
  }

  /** The names in it are looked at with those of all blocks. */
  @Test
  void yamlIsOfAKindThatIsKnown() throws IOException {
    for (DocBlock block : of("yaml").toList()) {
      JsonNode read = new YAMLMapper().readTree(block.text());
      boolean service = read.path("environment").isObject() && read.path("volumes").isArray();
      boolean overlay = "Kustomization".equals(read.path("kind").asText());
      assertThat(service || overlay).as("%s", block).isTrue();
      for (JsonNode base : read.path("resources")) {
        assertThat(Path.of("deploy/kubernetes/overlays/own", base.asText()).normalize()).exists();
      }
    }
  }

  /** No test can run Maven: it holds the target folder. Its profiles and groups exist. */
  @Test
  void profilesAndGroupsOfABuildAreThere() throws IOException {
    String build = Files.readString(Path.of("pom.xml"));
    String tests =
        Pages.files(Path.of("src/test/java")).map(Pages::text).collect(Collectors.joining("\n"));
    assertThat(blocks()).anyMatch(block -> block.text().contains("./mvnw"));
    for (DocBlock block : blocks()) {
      for (String command : found(Pattern.compile("\\./mvnw (.+)"), block.text())) {
        found(Pattern.compile("-P(\\S+)"), command)
            .forEach(name -> assertThat(build).as("%s", block).contains("<id>" + name + "</id>"));
        found(Pattern.compile("-Dgroups=(\\S+)"), command)
            .forEach(name -> assertThat(tests).as("%s", block).contains("@Tag(\"" + name + "\")"));
        assertThat(command).as("%s", block).matches("(-\\S+ )*(package|verify|install)");
      }
    }
  }

  /**
   * With these profiles and groups, and perhaps more; and with settings that only save time. What
   * is verified is packaged before.
   */
  @Test
  void whatCiBuildsIsWhatPagesBuild() throws IOException {
    String ci = Files.readString(Path.of(".ci/run")).replace("\\\n", " ");
    List<List<String>> stages =
        found(Pattern.compile("(?m)^\\./mvnw (.+)$"), ci).stream()
            .map(DocBlocksTest::parts)
            .toList();
    for (BlockRegister.Entry entry : BlockRegister.all()) {
      if (entry instanceof BlockRegister.RunByCi) {
        List<DocBlock> told = blocks().stream().filter(entry::matches).toList();
        for (DocBlock block : told) {
          assertThat(
                  found(Pattern.compile("\\./mvnw (.+)"), block.text()).stream()
                      .map(DocBlocksTest::parts))
              .as("%s", block)
              .isNotEmpty()
              .allMatch(build -> stages.stream().anyMatch(stage -> does(stage, build)));
        }
      }
    }
  }

  private static boolean does(List<String> stage, List<String> build) {
    boolean packages = stage.contains("verify");
    return build.stream()
        .filter(part -> !packages || !Set.of("package", "-DskipTests").contains(part))
        .allMatch(stage::contains);
  }

  /** The goals of a build, and each profile and group by itself. */
  private static List<String> parts(String build) {
    return Stream.of(build.split(" +"))
        .flatMap(
            word -> {
              String option = word.replaceAll("^(-P|-Dgroups=|).*", "$1");
              return Stream.of(word.substring(option.length()).replace("'", "").split("[,|]"))
                  .map(part -> option + part);
            })
        .toList();
  }

  /** What can be run or read is not hidden as a drawing. */
  @Test
  void aDrawingHasNoCommands() throws IOException {
    assertThat(of("text"))
        .isNotEmpty()
        .allSatisfy(
            block -> {
              assertThat(shell(block).commands()).as("%s", block).isEmpty();
              assertThat(block.text()).as("%s", block).doesNotContainPattern(PROGRAM);
            });
  }

  private static DocBlock shell(DocBlock block) {
    return new DocBlock(block.page(), block.line(), "", "sh", block.text(), null);
  }

  /** A method stands in a class with the imports of its words. */
  @Test
  void javaCompiles() throws IOException {
    for (DocBlock block : of("java").toList()) {
      Path file =
          Files.writeString(
              dir.resolve("Shown.java"),
              "import static org.assertj.core.api.Assertions.assertThat;\n"
                  + "import dev.rota.readers.capsule.*;\n"
                  + "import java.io.*;\n"
                  + "import java.nio.file.Path;\n"
                  + "import org.junit.jupiter.api.Test;\n"
                  + "class Shown {\n%s}\n".formatted(block.text()));
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      String path = System.getProperty("java.class.path");
      int failed =
          ToolProvider.getSystemJavaCompiler()
              .run(null, said, said, "-cp", path, "-d", dir.toString(), file.toString());
      assertThat(failed).as("%s: %s", block, said).isZero();
    }
  }

  /** A state in capitals is one that a schema has, or a stage of jobs. */
  @Test
  void diagramsNameStatesThatThereAre() throws IOException {
    String known =
        Stream.concat(
                Pages.files(Path.of("schemas")),
                Pages.files(Path.of("src/main/java/dev/rota/bots/model")))
            .map(Pages::text)
            .collect(Collectors.joining("\n"));
    for (DocBlock block : of("mermaid").toList()) {
      String kind = block.text().lines().findFirst().orElse("");
      assertThat(DIAGRAMS).as("%s", block).containsKey(kind);
      assertThat(block.text().lines().skip(1))
          .as("%s", block)
          .allMatch(line -> line.isBlank() || line.matches(DIAGRAMS.get(kind)));
      assertThat(STATE.matcher(block.text()).results().map(MatchResult::group))
          .as("%s", block)
          .filteredOn(state -> !known.contains("\"" + state + "\""))
          .isEmpty();
    }
  }

  /** Its keys may be cut off: any will do. */
  @Test
  void policiesAreRead() throws IOException {
    for (DocBlock block : of("policy").toList()) {
      String whole = block.text();
      for (String name : found(Pattern.compile(" ([\\w./]+)\\+…"), block.text())) {
        KeyKind kind = whole.contains("log " + name) ? KeyKind.LOG : KeyKind.WITNESS;
        String key = SigningKey.random(name, kind).verifier().toString();
        whole = whole.replace(name + "+…", key);
      }
      String text = whole;
      assertThatCode(() -> TrustPolicy.parse(text.getBytes(UTF_8)))
          .as("%s: %s", block, text)
          .doesNotThrowAnyException();
    }
  }

  @Test
  void whatPythonMakesIsTheProgramsOwn() throws Exception {
    SetDigest.Sum sum = new SetDigest.Sum(SetDigest.EMPTY);
    sum.plus(SetDigest.of(SizedChunk.of(new ChunkName("s3://eth", "a"), 7)));
    sum.plus(SetDigest.of(SizedChunk.of(new ChunkName("s3://eth", "b"), 8)));
    for (DocBlock block : of("python").toList()) {
      boolean makesPeers = block.text().contains("def peer_id(");
      String call = makesPeers ? "peer_id()" : "digest([('s3://eth','b',8),('s3://eth','a',7)])";
      String script = block.text() + "print(" + call + ")\n";
      Process python;
      try {
        python = new ProcessBuilder("python3", "-c", script).redirectErrorStream(true).start();
      } catch (IOException _) {
        NotRun.unless(false, "the blocks in Python: there is no python3");
        return;
      }
      String printed = new String(python.getInputStream().readAllBytes(), UTF_8).strip();
      String own = makesPeers ? PeerId.parse(printed).toString() : sum.digest().toString();
      assertThat(printed).as("%s", block).isEqualTo(own);
    }
  }
}
