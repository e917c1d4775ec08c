package dev.rota.app;

import static dev.rota.app.Ran.rota;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
  @TempDir private Path dir;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "prodcue|unknown verb 'prodcue'; did you mean 'produce'?|Usage: rota ",
        "topics crate|unknown verb 'crate'; did you mean 'create'?|Usage: rota topics",
        "topics|use 'topics create'|Usage: rota topics",
        "consume t --folow|unknown flag '--folow'; did you mean '--follow'?|Usage: rota consume",
        "consume|Missing required parameter|Usage: rota consume",
        "consume t -o xml|xml|Usage: rota consume",
        "consume t --from 5 --to 4|--from is after --to|Usage: rota consume",
        "consume t --from yesterday|neither an offset nor a time|Usage: rota consume",
        "consume t --from 2026-01-31T12:00:00+0260|neither an offset nor a time|Usage: rota"
            + " consume",
        "consume t --to +999999999-12-31|neither an offset nor a time|Usage: rota consume",
        "consume t --from 1969-12-31|is before 1970|Usage: rota consume",
        "consume t --from -1|neither an offset nor a time|Usage: rota consume",
        "consume t --limit=-1|--limit is negative|Usage: rota consume",
        "consume t --limit abc|--limit is 'abc'; expected a whole number such as 100|Usage: rota"
            + " consume",
        "simulate cores --seed 1.5|--seed is '1.5'; expected a whole number|Usage: rota simulate",
        "dev --demo --speed fast|--speed is 'fast'; expected a number|Usage: rota dev",
        "forecast cores 7 -k a --within soon|--within is 'soon'; expected a duration|Usage: rota"
            + " forecast",
        "produce a b|unexpected argument 'b'|Usage: rota produce",
        "simulate cores bots|unexpected argument 'bots'|Usage: rota simulate",
        "completion tcsh|tcsh|Usage: rota completion",
        "help prodcue|unknown verb 'prodcue'; did you mean 'produce'?|Usage: rota ",
        "config|use 'config show'|Usage: rota config",
        "dev --kafka-port 70000|--kafka-port is 70000; expected 0 to 65535|Usage: rota dev",
        "dev --http-port=-1|--http-port is -1|Usage: rota dev",
        "dev --partitions 0|--partitions is 0; expected 1 to|Usage: rota dev",
        "dev --data-dir=|--data-dir is empty; expected a directory|Usage: rota dev",
        "dev --speed 3|--speed is of the demonstration: add --demo|Usage: rota dev",
        "dev --demo --lanes=-1|--lanes is -1|Usage: rota dev",
        "dev --demo --speed 0|--speed is 0.0; expected a number above 0|Usage: rota dev",
        "dev --demo --speed NaN|--speed is NaN|Usage: rota dev",
      })
  void aCommandThatCannotBeUnderstoodEndsWith2AHintAndOneLineOfUsage(
      String line, String told, String usage) {
    Ran ran = rota(line.split(" "));
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    List<String> lines = ran.err().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).contains(told);
    assertThat(lines.get(1))
        .startsWith("  → 'rota help")
        .matches(".*' (shows usage and examples|lists the verbs)");
    assertThat(lines.get(2)).startsWith(usage);
  }

  @Test
  void noVerbAtAllIsAUsageErrorThatShowsWhereToBegin() {
    Ran ran = rota();
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err().strip()).isEqualTo(rota("help").out().strip());
    assertThat(ran.err()).contains("rota dev --demo", "rota top", "rota why cores 2000");
  }

  @ParameterizedTest
  @CsvSource({
    "--help, Usage: rota",
    "help, Usage: rota",
    "consume --help, --follow",
    "help topics create, --dry-run",
    "--version, rota ",
    "topics list -h, --all"
  })
  void helpIsDataAndGoesToStdout(String line, String told) {
    Ran ran = rota(line.split(" "));
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).contains(told);
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void exitCodesAreListedOneByOne() {
    Ran ran = rota("help", "exit-codes");
    assertThat(ran.code()).isZero();
    assertThat(
            ran.lines().stream()
                .map(line -> Integer.parseInt(line.strip().replaceFirst(" .*", ""))))
        .containsExactly(0, 1, 2, 3, 4, 5, 69, 70, 74, 75, 77, 78, 130, 141, 143);
  }

  @Test
  void rulesAreListedAndToldOneByOne() {
    Ran all = rota("help", "rule");
    assertThat(all.code()).isZero();
    assertThat(all.lines()).contains("cores 5.2   A claim is queued or refused");
    assertThat(all.lines()).anyMatch(line -> line.startsWith("laws L10"));
    Ran one = rota("help", "rule", "cores", "5.2");
    assertThat(one.code()).isZero();
    assertThat(one.lines()).first().isEqualTo("cores 5.2  A claim is queued or refused");
    assertThat(one.out()).contains("- Event: ParathreadClaim.", "ALREADY_CLAIMED");
    assertThat(one.out()).doesNotContain("`", "**", "](");
    assertThat(rota("help", "rule", "X7").out()).startsWith("shards X7  ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cores 5.22|no rule has this id; did you mean 'cores 5.2' or ",
        "L4|several rules match; did you mean 'shards L4' or 'laws L4'?",
        "nonsense|no rule has this id"
      })
  void aRuleThatIsNotThereIsAnsweredWithTheNearest(String id, String told) {
    Ran ran = rota(("help rule " + id).split(" "));
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("rule '" + id + "'", told, "'rota help rule' lists all rules");
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void theLocaleChangesNothingThatIsPrinted() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(rota("help", "exit-codes").out()).contains("  69  Kafka");
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(rota("dev", "--kafka-port", "70000").err()).contains("expected 0 to 65535");
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource({"bash, complete ", "zsh, complete ", "fish, complete -c rota"})
  void completionKnowsTheVerbsAndTheDomainsTopicsAndFormats(String shell, String told) {
    Ran ran = rota("completion", shell);
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains(told)
        .contains("produce", "follow")
        .contains("cores", "shards", "block-events", "chunks-dead-letters", "json");
  }

  /** What a shell would offer after these words. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "rota pro|produce prove",
        "rota topics cr|create",
        "rota audit sh|shards",
        "rota simulate bo|bots",
        "rota consume cores-l|cores-ledger",
        "rota consume claims block-ev|block-events",
        "rota produce work|worker-events worker-pings",
        "rota dev --domains ch|chunks",
        "rota consume -o j|json",
        "rota consume --bytes h|hex",
        "rota run --log-format j|json",
        "rota completion z|zsh",
        "rota help ru|rule run",
        "rota help rule cores-5.2|cores-5.2",
        "rota help con|consume config",
        "rota why bots x --kind jo|job",
        "rota audit cores -X metro|metronome.ms",
        "rota state cores --key |asked",
        "rota consume cores-outcomes -k |asked",
        "rota query cores |asked",
        "rota query cores que|",
      })
  void bashCompletesWhatCanBeSaid(String typed, String offered) throws Exception {
    Path script = Files.writeString(dir.resolve("rota.bash"), rota("completion", "bash").out());
    String asking =
        """
        source '%s'
        rota() { if [ "$*" = "completion words -- ${COMP_WORDS[*]:1:COMP_CWORD}" ]; then echo asked; fi; }
        COMP_LINE='%s'; read -ra COMP_WORDS <<<"$COMP_LINE"
        case $COMP_LINE in *' ') COMP_WORDS+=('') ;; esac
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_POINT=${#COMP_LINE}
        _rota_asking rota "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        echo "${COMPREPLY[@]}"
        """
            .formatted(script, typed);
    Process bash = new ProcessBuilder("bash", "-c", asking).redirectError(Redirect.DISCARD).start();
    String reply = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(words(reply)).containsExactlyInAnyOrderElementsOf(words(offered));
  }

  private static List<String> words(String text) {
    return text == null || text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }

  /** Fish says what it would offer. It is asked where it is installed. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "rota pro|produce prove",
        "rota topics cr|create",
        "rota why bots x --kind jo|job",
        "rota state cores --key |asked",
        "rota query cores a|asked"
      })
  void fishCompletesTheSame(String typed, String offered) throws Exception {
    assumeThat(Path.of("/usr/bin/fish")).exists();
    Path script = Files.writeString(dir.resolve("rota.fish"), rota("completion", "fish").out());
    Path bin = Files.createDirectory(dir.resolve("bin"));
    Path stub = Files.writeString(bin.resolve("rota"), "#!/bin/sh\necho asked\n");
    assertThat(stub.toFile().setExecutable(true)).isTrue();
    String asking =
        "set -x PATH %s $PATH; source %s; complete -C '%s'".formatted(bin, script, typed);
    Process fish =
        new ProcessBuilder("fish", "--no-config", "-c", asking)
            .redirectError(Redirect.DISCARD)
            .start();
    String reply = new String(fish.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(reply.lines().map(line -> line.replaceFirst("\t.*", "")))
        .containsAll(words(offered));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--version",
        "--help",
        "help",
        "help exit-codes",
        "help rule",
        "help rule cores-5.2",
        "help topics create",
        "consume --help",
        "topics acls",
        "config show",
        "completion bash",
        "simulate cores --seed 1 --hours 0.01"
      })
  void everythingIsJsonWhereJsonIsAsked(String line) throws IOException {
    Ran ran = rota((line + " -o json").split(" "));
    assertThat(ran.code()).isZero();
    assertThat(ran.lines()).isNotEmpty();
    for (String json : ran.lines()) {
      assertThat(new ObjectMapper().readTree(json).isObject()).as(json).isTrue();
    }
  }

  @Test
  void helpAsJsonTellsWhatAVerbTakes() throws IOException {
    var help = new ObjectMapper().readTree(rota("help", "consume", "-o", "json").out());
    assertThat(help.path("command").asText()).isEqualTo("rota consume");
    assertThat(help.path("usage").asText()).isEqualTo("rota consume [OPTIONS] TOPIC...");
    assertThat(help.at("/arguments/0/name").asText()).isEqualTo("TOPIC");
    assertThat(help.at("/arguments/0/words")).hasSizeGreaterThan(20);
    assertThat(help.path("options"))
        .anySatisfy(
            option -> {
              assertThat(option.path("names").toString()).isEqualTo("[\"-o\",\"--output\"]");
              assertThat(option.path("value").asText()).isEqualTo("FORMAT");
              assertThat(option.path("words").toString()).isEqualTo("[\"text\",\"json\"]");
            });
    var codes = rota("help", "exit-codes", "-o", "json").lines();
    assertThat(new ObjectMapper().readTree(codes.get(1)).path("name").asText())
        .isEqualTo("DIFFERS");
    var version = new ObjectMapper().readTree(rota("--version", "-o", "json").out());
    assertThat(version.path("rules").path("cores").isNumber()).isTrue();
    var right = new ObjectMapper().readTree(rota("topics", "acls", "-o", "json").lines().get(0));
    assertThat(right.path("name").asText()).isEqualTo("block-events");
    assertThat(right.path("operations").toString()).isEqualTo("[\"Read\"]");
    assertThat(right.path("command").asText()).contains("--topic block-events");
  }

  @Test
  void configShowTellsValuesAndTheirOrigins() throws IOException {
    Path file = Files.writeString(dir.resolve("r.properties"), "http.port=9\n");
    Ran ran =
        rota(
            Map.of("ROTA_THREADS", "5", "ROTA_REGISTRY_BEARER_AUTH_TOKEN", "hush"),
            "",
            "config",
            "show",
            "--origin",
            "--config",
            file.toString(),
            "-b",
            "h:1");
    assertThat(ran.code()).isZero();
    assertThat(ran.lines())
        .contains(
            "bootstrap.servers=h:1\t--bootstrap-server",
            "threads=5\tROTA_THREADS",
            "http.port=9\t" + file + ":1",
            "application.id=rota\tdefault",
            "registry.bearer.auth.token=****\tROTA_REGISTRY_BEARER_AUTH_TOKEN");
    assertThat(ran.out()).doesNotContain("hush");
  }

  @Test
  void configShowTellsWhatClientsAreToldAndKafkasDefaults() {
    Map<String, String> variables =
        Map.of("ROTA_PRODUCER_LINGER_MS", "7", "ROTA_KAFKA_CLIENT_ID", "me", "ROTA_THREADS", "3");
    List<String> all = rota(variables, "", "config", "show", "--origin").lines();
    assertThat(all)
        .contains(
            "streams.main.consumer.session.timeout.ms=6000\tRota's default",
            "streams.acceptable.recovery.lag=200\tRota's default",
            "streams.consumer.request.timeout.ms=5000\tRota's default",
            "streams.consumer.fetch.max.bytes=8388608\tRota's default",
            "streams.producer.request.timeout.ms=5000\tRota's default, for cores, bots, shards",
            "streams.metadata.recovery.rebootstrap.trigger.ms=10000\tRota's default",
            "admin.metadata.recovery.rebootstrap.trigger.ms=10000\tRota's default",
            "streams.max.task.idle.ms=0\tKafka's default",
            "streams.num.stream.threads=3\tROTA_THREADS",
            "producer.linger.ms=7\tROTA_PRODUCER_LINGER_MS",
            "streams.producer.linger.ms=7\tROTA_PRODUCER_LINGER_MS",
            "producer.max.block.ms=10000\tRota's default",
            "producer.client.id=me\tROTA_KAFKA_CLIENT_ID",
            "producer.retry.backoff.ms=100\tKafka's default",
            "consumer.isolation.level=read_committed\tRota's default",
            "consumer.fetch.max.bytes=52428800\tKafka's default",
            "admin.default.api.timeout.ms=10000\tRota's default",
            "admin.retries=2147483647\tKafka's default")
        .contains(
            "streams.producer.transaction.timeout.ms=10000\tRota's default, for cores, bots,"
                + " shards")
        .allMatch(line -> line.matches("(?s)[a-z0-9._]+=.*\\t.+"));
    assertThat(all).filteredOn(line -> line.startsWith("producer.linger.ms=")).hasSize(1);
    List<String> brief = rota(variables, "", "config", "show", "--origin", "--brief").lines();
    assertThat(brief)
        .contains("producer.max.block.ms=10000\tRota's default")
        .noneMatch(line -> line.endsWith("Kafka's default"))
        .hasSizeLessThan(98);
  }

  @Test
  void settingsThatCannotBeUsedEndWith78AndAreAllTold() {
    Ran ran = rota(Map.of("ROTA_THREDS", "1", "ROTA_HTTP_PORT", "x"), "", "config", "show");
    assertThat(ran.code()).isEqualTo(78);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("ROTA_THREDS", "did you mean 'ROTA_THREADS'", "ROTA_HTTP_PORT");
  }

  @ParameterizedTest
  @CsvSource({"produce", "consume t", "topics list", "topics create", "audit cores"})
  void withoutAnyClusterTheWayToOneIsTold(String line) {
    Ran ran = rota(line.split(" "));
    assertThat(ran.code()).isEqualTo(69);
    assertThat(ran.err()).contains("no Kafka address is configured", "'rota dev'", "-b host:port");
  }

  @ParameterizedTest
  @CsvSource({
    "produce",
    "consume t",
    "topics list",
    "topics create",
    "audit cores",
    "run --domains cores --http-port 0"
  })
  void aClusterThatIsNotThereIsToldAtOnceWithItsAddress(String line) {
    Ran ran = rota((line + " -b 127.0.0.1:1 --registry http://127.0.0.1:1").split(" "));
    assertThat(ran.code()).isEqualTo(69);
    assertThat(ran.err()).contains("127.0.0.1:1").contains("refused");
  }

  @Test
  void errorsAreJsonWhereJsonIsAsked() throws IOException {
    Ran ran = rota("consume", "t", "-b", "127.0.0.1:1", "-o", "json");
    var error = new ObjectMapper().readTree(ran.err()).get("error");
    assertThat(error.get("code").asInt()).isEqualTo(69);
    assertThat(error.get("reason").asText()).isEqualTo("UNAVAILABLE");
    assertThat(error.get("hint").asText()).contains("rota dev");
  }

  @Test
  void usageErrorsAreJsonToo() throws IOException {
    Ran ran = rota("consume", "-o", "json");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(new ObjectMapper().readTree(ran.err()).at("/error/code").asInt()).isEqualTo(2);
  }

  @Test
  void errorsThatConcernAFieldNameItAndWhatStoodThere() throws IOException {
    var flag =
        new ObjectMapper().readTree(rota("consume", "t", "-o", "json", "--limit", "x").err());
    assertThat(flag.at("/error/field").asText()).isEqualTo("--limit");
    assertThat(flag.at("/error/value").asText()).isEqualTo("x");

    String line = "{\"topic\":\"claims\",\"key\":\"c\",\"value\":{\"chain\":\"c\",\"para\":\"x\"}}";
    var field =
        new ObjectMapper()
            .readTree(rota(Map.of(), line, "simulate", "cores", "--check", "-o", "json").err());
    assertThat(field.at("/error/field").asText()).isEqualTo("value.para");
    assertThat(field.at("/error").has("value")).isFalse();
  }

  @Test
  void aReaderThatWentAwayIsNoReasonToComplain() {
    Ran ran = Ran.into(new Failing("Broken pipe"), Map.of(), "", "config", "show");
    assertThat(ran.code()).isEqualTo(141);
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void aFullDiskIs() {
    Ran ran = Ran.into(new Failing("No space left on device"), Map.of(), "", "config", "show");
    assertThat(ran.code()).isEqualTo(74);
    assertThat(ran.err()).contains("No space left on device");
  }

  @Test
  void aFullDiskIsToldOnce() {
    String line =
        "{\"topic\":\"claims\",\"value\":{\"chain\":\"c\",\"para\":1,\"collator\":\"a\"}}\n";
    Ran ran = Ran.into(new Failing("No space left on device"), Map.of(), line, "simulate", "cores");
    assertThat(ran.code()).isEqualTo(74);
    assertThat(ran.err()).containsOnlyOnce("No space left on device");
  }

  @Test
  void aFileThatCannotBeUsedIsToldWithTheReason() throws IOException {
    Path file = Files.writeString(dir.resolve("f"), "");
    Ran ran = rota("dev", "--data-dir", file.toString(), "--kafka-port", "0");
    assertThat(ran.code()).isEqualTo(74);
    assertThat(ran.err()).contains(file + ": exists and is not a directory");
    Ran missing = rota("simulate", "cores", "--file", "/no/such/file");
    assertThat(missing.code()).isEqualTo(74);
    assertThat(missing.err()).contains("/no/such/file: no such file or directory");
  }

  @Test
  void devTakesTheThreadsThatExecuteShardsAsRunDoes() throws IOException {
    String file = Files.writeString(dir.resolve("f"), "").toString();
    assertThat(rota("dev", "--workers", "0", "--data-dir", file).err())
        .as("the flag is known, and the next thing looked at")
        .contains("exists and is not a directory");
    Ran negative = rota("dev", "--workers", "-1", "--data-dir", file);
    assertThat(negative.code()).isEqualTo(78);
    assertThat(negative.err()).contains("--workers");
    Ran many = rota(Map.of("ROTA_WORKERS", "many"), "", "dev", "--data-dir", file);
    assertThat(many.code()).isEqualTo(78);
    assertThat(many.err()).contains("ROTA_WORKERS");
  }

  @Test
  void aFileThatIsNotThereIsALocalFault() {
    Ran ran = rota("produce", "--file", "/no/such/file", "-b", "127.0.0.1:1");
    assertThat(ran.code()).isEqualTo(74);
    assertThat(ran.err()).contains("/no/such/file");
  }

  /** A place that nothing can be written to. */
  private static final class Failing extends OutputStream {
    private final String why;

    Failing(String why) {
      this.why = why;
    }

    @Override
    public void write(int one) throws IOException {
      throw new IOException(why);
    }
  }
}
