package dev.rota.lab.verbs.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.Ran;
import dev.rota.app.console.Console;
import dev.rota.app.console.RootCommand;
import dev.rota.lab.simulate.FailedCheck;
import dev.rota.lab.simulate.FailingTurn;
import dev.rota.lab.simulate.SimulationCounts;
import dev.rota.lab.simulate.SimulationPlan;
import dev.rota.lab.simulate.SimulationResult;
import dev.rota.testing.laws.BrokenAlarms;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateCommandTest {
  private static final String HOSTILE = "simulate cores --seed 7 --hours 0.5 --lanes 2 --hostile";
  private static final SimulationResult BROKEN =
      new SimulationResult(
          new SimulationCounts(),
          "00",
          Optional.of(
              new FailingTurn("kusama", 211, new FailedCheck("a law", "not so"), List.of())));

  @TempDir private Path dir;

  @Test
  void aSeedIsSimulatedAndEveryTurnChecked() {
    Ran ran = Ran.rota(HOSTILE.split(" "));
    assertThat(ran.err()).isEmpty();
    assertThat(ran.code()).isZero();
    assertThat(ran.lines().get(0)).isEqualTo("cores: OK");
    assertThat(ran.out())
        .contains("all checked", "faults ", "simulated hours per minute", "digest ");
  }

  @Test
  void equalSeedsCountTheSame() throws IOException {
    JsonNode one = json(HOSTILE + " -o json");
    JsonNode other = json(HOSTILE + " -o json");
    assertThat(one.path("ok").asBoolean()).isTrue();
    assertThat(one.path("turns").asLong()).isGreaterThan(300);
    assertThat(one.path("faults")).isNotEmpty();
    assertThat(other.path("digest")).isEqualTo(one.path("digest"));
  }

  @Test
  void aSavedHistoryIsCheckedAgainTurnByTurnToTheSameDigest() throws IOException {
    Path file = dir.resolve("history.jsonl");
    JsonNode seeded = json(HOSTILE + " -o json --save " + file);
    JsonNode again = json("simulate cores --check -o json --file " + file);
    assertThat(Files.readAllLines(file)).hasSize(seeded.path("turns").asInt());
    for (String field : List.of("turns", "lanes", "outputs", "digest")) {
      assertThat(again.path(field)).as(field).isEqualTo(seeded.path(field));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--hours 3|need --seed",
        "--hostile|need --seed",
        "--seed 1 --ledger|generates its own lines",
        "--seed 1 --hours 0|more than 0",
        "--seed 1 --lanes 0|at least 1",
        "--seed x|--seed",
        "--check --ledger|prints no entries",
      })
  void optionsThatDoNotGoTogetherAreSaid(String options, String told) {
    Ran ran = Ran.rota(("simulate cores " + options).split(" "));
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains(told);
  }

  @Test
  void theLedgerOfLinesIsExportedAndAnswersWithoutACluster() throws IOException {
    String lines = dir.resolve("chain.jsonl").toString();
    String ledger = dir.resolve("ledger.jsonl").toString();
    assertThat(Ran.rota(("simulate cores --seed 3 --hours 0.02 --save " + lines).split(" ")).code())
        .isZero();
    Ran exported = Ran.rota("simulate", "cores", "--file", lines, "--export", ledger);
    assertThat(exported.code()).as(exported.err()).isZero();
    assertThat(exported.out()).as("decisions are in the file").isEmpty();
    int turns = Files.readAllLines(Path.of(lines)).size();
    assertThat(Ran.rota("state", "cores", "--from", ledger).lines().get(0))
        .startsWith("cores polkadot: turn " + turns + " at ")
        .endsWith("verified from turn 1");
    assertThat(Ran.rota("whatif", "cores", "--from", ledger).out())
        .contains("decisions    all the same");
    assertThat(Ran.rota("audit", "cores", "--from", ledger).out()).contains("cores: ");
  }

  @Test
  void anExportWithoutATurnAndOneOfGeneratedLinesAreRefused() throws IOException {
    String ledger = dir.resolve("ledger.jsonl").toString();
    Path none = Files.writeString(dir.resolve("none.jsonl"), "");
    Ran empty = Ran.rota("simulate", "cores", "--file", none.toString(), "--export", ledger);
    assertThat(empty.code()).isEqualTo(2);
    assertThat(empty.err()).contains("no turn was taken");
    Ran seeded = Ran.rota("simulate", "cores", "--seed", "1", "--export", ledger);
    assertThat(seeded.err()).contains("omit --file, --ledger and --export");
  }

  @Test
  void aLineThatCannotBeCheckedIsNamed() throws IOException {
    Path file = Files.writeString(dir.resolve("bad.jsonl"), "{\"topic\":\"claim\",\"value\":{}}\n");
    Ran ran = Ran.rota("simulate", "cores", "--check", "--file", file.toString());
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("line 1 cannot be simulated");
  }

  @Test
  void aFindingIsToldWithTheOneCommandThatRepeatsIt() {
    SimulationPlan plan = new SimulationPlan(17, 24, 2, true);
    assertThat(new SimulationReport("cores", plan, null).of(BROKEN, 1).text())
        .startsWith("cores: BROKEN at turn 211 of lane kusama")
        .contains(
            "  expected     a law",
            "  found        not so",
            "  repeat       ./rota simulate cores --seed 17 --hours 24 --lanes 2 --hostile");
    assertThat(new SimulationReport("cores", plan, Path.of("few")).of(BROKEN, 1).text())
        .contains("               ./rota simulate cores --file few --check");
    assertThat(new SimulationReport("cores", plan, null).of(BROKEN, 1).json())
        .contains("\"ok\":false", "--seed 17 --hours 24 --lanes 2 --hostile");
  }

  @Test
  void aBrokenDomainEndsWith1AndLeavesTheFewLinesThatBreakIt() throws Exception {
    Path file = dir.resolve("few.jsonl");
    var out = new ByteArrayOutputStream();
    var err = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
    RootCommand root =
        new RootCommand(
            new Console(InputStream.nullInputStream(), out, err, Map.of(), false, false));
    SimulationPlan plan = new SimulationPlan(3, 1, 2, true);
    int code = SimulatedRun.seeded(root, BrokenAlarms.spoilt(), plan, file).run();
    root.console().out().flush();
    assertThat(code).isEqualTo(1);
    assertThat(out.toString(UTF_8))
        .contains("alarms: BROKEN at turn 7 of lane north")
        .contains("repeat       ./rota simulate alarms --seed 3 --hours 1 --lanes 2 --hostile")
        .contains("7 of its events reproduce it");
    assertThat(Files.readAllLines(file)).hasSize(7);
  }

  private static JsonNode json(String line) throws IOException {
    Ran ran = Ran.rota(line.split(" "));
    assertThat(ran.code()).as(ran.err()).isZero();
    return new ObjectMapper().readTree(ran.out());
  }
}
