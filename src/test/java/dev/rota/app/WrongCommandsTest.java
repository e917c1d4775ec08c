package dev.rota.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.testing.ClosingPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A wrong command is refused before a connection is tried: names, numbers, times and settings are
 * read first. The port behind all addresses counts who comes.
 */
final class WrongCommandsTest {
  private static ServerSocket port;
  private static Map<String, String> variables;

  @BeforeAll
  static void listen() throws IOException {
    port = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    port.setSoTimeout(1);
    String here = "127.0.0.1:" + port.getLocalPort();
    variables =
        Map.of(
            "ROTA_HOME",
            "/nonexistent",
            "ROTA_BOOTSTRAP_SERVERS",
            here,
            "ROTA_SCHEMA_REGISTRY_URL",
            "http://" + here,
            "ROTA_FOLLOWER_URL",
            "http://" + here);
  }

  @AfterAll
  static void close() throws IOException {
    port.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        // verbs and flags
        "whyy|did you mean 'why'?",
        "why cores 1 --lst 3|unknown flag '--lst'; did you mean '--last'?",
        "why --kid para|unknown flag '--kid'; did you mean '--kind'?",
        "topics crate|did you mean 'create'?",
        // domains
        "state corse -k a|no domain 'corse': did you mean 'cores'? There are cores, bots",
        "audit nope|no domain 'nope': there are cores, bots, shards, chunks",
        "follow corse|did you mean 'cores'?",
        "rehearse corse|did you mean 'cores'?",
        "shadow corse|did you mean 'cores'?",
        "release corse|did you mean 'cores'?",
        "backup corse dir|did you mean 'cores'?",
        "restore corse dir|did you mean 'cores'?",
        "ledger trim corse|did you mean 'cores'?",
        "dlq list corse|did you mean 'cores'?",
        "dlq show corse 0/1|did you mean 'cores'?",
        "prove corse a/1/0|did you mean 'cores'?",
        "size corse --events-per-second 1|did you mean 'cores'?",
        "top corse|did you mean 'cores'?",
        "whatif corse -k a|did you mean 'cores'?",
        "export corse -k a|did you mean 'cores'?",
        "capsule corse -k a --since 1|did you mean 'cores'?",
        "topics create --domains corse|did you mean 'cores'?",
        "run --domains corse|did you mean 'cores'?",
        "bench corse|did you mean 'cores'?",
        "bench road --domain corse|did you mean 'cores'?",
        "simulate corse|did you mean 'cores'?",
        // lanes
        "state cores|name the lane: --key LANE",
        "state cores -k a/b|--key is 'a/b'; expected a lane such as polkadot",
        "query cores queue -k ünï|--key is 'ünï'; expected a lane",
        "export cores -k ?|--key is '?'; expected a lane",
        "whatif cores -k ?|--key is '?'; expected a lane",
        // queries, kinds, what can be changed
        "query cores quee -k a|no query 'quee': did you mean 'queue'?",
        "query cores zzz -k a|no query 'zzz': there are ",
        "query cores core_para cor=1 -k a|no argument 'cor': did you mean 'core'?",
        "query cores core_para core=abc -k a|the argument 'core' is 'abc', not a whole number",
        "query cores core_para -k a|the query needs the argument 'core', a number",
        "query cores core_para core -k a|'core' is no argument; expected ARG=VALUE",
        "query cores rotation_math fn=now -k a|ask for next_rotation_at",
        "why bots job-1 -k a --kind jbo|no kind 'jbo': did you mean 'job'?",
        "forecast bots job-1 -k a --kind jbo|no kind 'jbo': did you mean 'job'?",
        "whatif bots -k a --add bto:1|--add bto:1: there are no bto to add or remove",
        "whatif bots -k a --policy {|--policy {",
        "dlq list cores --topic clams|did you mean 'claims'?",
        "topics acls --role enigne|--role is 'enigne'; did you mean 'engine'? There are engine, auditor",
        // numbers and times
        "why bots job-1 -k a --last many|--last is 'many'; expected a whole number such as 100",
        "why bots job-1 -k a --last 0|--last is 0; expected 1 to",
        "why bots job-1 -k a --last 99999999999|--last is '99999999999'; expected a whole number",
        "why bots job-1 -k a --at yesterday|--at yesterday: it is neither a turn nor a time",
        "why bots job-1 -k a --since yesterday|--since yesterday: it is neither a turn nor a time",
        "state cores -k a --at 0|--at 0: turns begin with 1",
        "state cores -k a --at=-5|--at -5: it is neither a turn nor a time",
        "state cores -k a --diff 5 x|--diff x: it is neither a turn nor a time",
        "query cores queue -k a --at 2026-13-01|--at 2026-13-01: it is neither a turn nor a time",
        "forecast bots --next 0 -k a|--next is 0; expected 1 to",
        "forecast bots job-1 -k a --within soon|--within is 'soon'; expected a duration such as",
        "forecast bots job-1 -k a --at soon|--at soon: it is neither a turn nor a time",
        "whatif bots -k a --since soon|--since soon: it is no time",
        "capsule bots -k a --since soon|--since soon: it is neither a turn nor a time",
        "capsule bots -k a --since 1 --until x|--until x: it is neither a turn nor a time",
        "audit cores --since soon|soon",
        "rehearse cores --since soon|--since soon: it is no time",
        "consume claims --limit x|--limit is 'x'; expected a whole number such as 100",
        "consume claims --from soon|neither an offset nor a time",
        "shadow cores --limit 0|--limit is 0; expected 1 to",
        "dlq show cores x/17|expected PARTITION/OFFSET, such as 0/17",
        "prove cores polkadot/x|OUTPUT is polkadot/x; expected lane/turn/index",
        "completion bsh|SHELL is 'bsh'; did you mean 'bash'? There are bash, zsh, fish",
      })
  void aMistakeIsToldWithoutAConnection(String line, String told) throws IOException {
    whoCameBeforeIsLetGo();
    Ran ran = rota(line.split(" "));
    assertThat(ran.code()).as(ran.err()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains(told);
    assertNobodyCame();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state cores -k a",
        "query cores queue -k a",
        "why cores 1 -k a",
        "forecast cores 1 -k a",
        "whatif cores -k a",
        "export cores -k a",
        "audit cores",
        "consume claims",
        "produce claims",
        "topics list",
        "dlq list cores",
        "run"
      })
  void aSettingThatIsMistakenIsToldWithoutAConnection(String line) throws IOException {
    whoCameBeforeIsLetGo();
    List<String> words = new ArrayList<>(List.of(line.split(" ")));
    words.addAll(List.of("-X", "request.timeout.mss=5"));
    Ran ran = rota(words.toArray(String[]::new));
    assertThat(ran.code()).as(ran.err()).isEqualTo(78);
    assertThat(ran.err()).contains("did you mean 'request.timeout.ms'?");

    Map<String, String> mistaken = new TreeMap<>(variables);
    mistaken.put("ROTA_BOTSTRAP_SERVERS", "x");
    Ran other = Ran.rota(mistaken, "", line.split(" "));
    assertThat(other.code()).as(other.err()).isEqualTo(78);
    assertThat(other.err()).contains("did you mean 'ROTA_BOOTSTRAP_SERVERS'?");
    assertNobodyCame();
  }

  /** What is right goes on to whoever knows the answer: else the port would count nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {"top", "topics list -X request.timeout.ms=300 -X default.api.timeout.ms=300"})
  void aRightCommandConnects(String line) {
    try (ClosingPort closing = ClosingPort.open()) {
      Map<String, String> named =
          Map.of(
              "ROTA_HOME",
              "/nonexistent",
              "ROTA_BOOTSTRAP_SERVERS",
              closing.address(),
              "ROTA_FOLLOWER_URL",
              "http://" + closing.address());
      assertThat(Ran.rota(named, "", line.split(" ")).code()).isEqualTo(69);
      assertThat(closing.came()).isPositive();
    }
  }

  /** Whatever is typed, it is never a bug of the program: each command, each nonsense. */
  @ParameterizedTest
  @MethodSource("nonsense")
  void nonsenseIsNoBug(List<String> nonsense) {
    for (String command : VerbExamples.all().keySet()) {
      if (command.equals("rota")) {
        continue;
      }
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.remove(0);
      words.addAll(nonsense);
      Ran ran = Ran.rota(words.toArray(String[]::new));
      assertThat(ran.code()).as(words + ": " + ran.err()).isNotIn(0, 70, 1);
      assertThat(ran.err()).as(words.toString()).isNotBlank().doesNotContain("Exception");
    }
  }

  static List<List<String>> nonsense() {
    return List.of(
        List.of("", "", "", ""),
        List.of("ünï", "ünï", "ünï", "ünï"),
        List.of("a b", "\u0000", "\u202e", "\n"),
        List.of("-1"),
        List.of("99999999999999999999", "-9", "0", "1e9"),
        List.of("cores", "", "", ""),
        List.of("cores", "ünï", "--key", ""),
        List.of("cores", "1", "--key", "a", "--at", ""),
        List.of("cores", "1", "--key", "a", "--key", "b"),
        List.of("cores", "1", "-X", "="),
        List.of("cores", "1", "-o", ""),
        List.of("cores", "x".repeat(10_000), "--nope=" + "y".repeat(10_000)));
  }

  private static Ran rota(String... words) {
    return Ran.rota(variables, "", Stream.of(words).toArray(String[]::new));
  }

  /** A command that is not refused comes several times: each test counts its own. */
  private static void whoCameBeforeIsLetGo() throws IOException {
    while (true) {
      try {
        port.accept().close();
      } catch (SocketTimeoutException none) {
        return;
      }
    }
  }

  /** A connection would wait here for whom it is not accepted by: the kernel has it at once. */
  private static void assertNobodyCame() {
    assertThatThrownBy(() -> port.accept().close()).isInstanceOf(SocketTimeoutException.class);
  }
}
