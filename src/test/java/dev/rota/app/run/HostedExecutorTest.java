package dev.rota.app.run;

import static dev.rota.app.Ran.rota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Ran;
import dev.rota.app.console.NameLookup;
import dev.rota.app.workers.ExecutorJar;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.toys.AccountMachine;
import dev.rota.lab.traffic.DomainTraffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who executes shards in a process: nobody who was not asked to. */
class HostedExecutorTest {
  @TempDir private Path dir;

  private static Settings settings(String... namesAndValues) {
    Map<String, String> variables = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      variables.put("ROTA_" + namesAndValues[i], namesAndValues[i + 1]);
    }
    return new SettingsSources().environment(variables).load();
  }

  /** As with a demonstration of so many lanes; 0: without one. */
  private static List<HostedExecutor> executing(
      List<Domain> domains, Settings settings, int lanes) {
    return HostedExecutor.of(
        domains,
        settings,
        new AccountMachine(),
        shards -> DomainTraffic.of(shards).lanes().subList(0, lanes));
  }

  /** Worker, executor and pools of each. */
  private static List<String> all(Settings settings, int lanes) {
    return executing(Domains.ALL, settings, lanes).stream()
        .map(
            one ->
                "%s: %s executes %s"
                    .formatted(one.name(), one.executor().getClass().getSimpleName(), one.pools()))
        .toList();
  }

  private String jar() throws IOException {
    return ExecutorJar.documented(dir).toString();
  }

  @Test
  void nothingIsExecutedUnlessAnExecutorIsNamed() {
    assertThat(all(settings(), 0)).isEmpty();
    assertThat(all(settings("EXECUTOR", "none"), 0)).isEmpty();
    assertThat(all(settings("EXECUTOR", "AccountMachine"), 0))
        .containsExactly("AccountMachine: AccountMachine executes all pools");
    assertThat(all(settings("EXECUTOR", "AccountMachine", "WORKERS", "0"), 0)).isEmpty();
  }

  @Test
  void theToyExecutesTheDemonstrationsPoolsAndNoOthers() {
    assertThat(all(settings(), 2))
        .containsExactly("demo: AccountMachine executes mainnet, sepolia");
    assertThat(all(settings("WORKERS", "3"), 1))
        .as("its threads may be said")
        .containsExactly("demo: AccountMachine executes mainnet");
    assertThat(all(settings("WORKERS", "0"), 3)).isEmpty();
  }

  @Test
  void theOneThatIsNamedExecutesTheOtherPoolsOrThoseThatAreNamed() throws IOException {
    Settings every = settings("EXECUTOR", "Counter", "EXECUTOR_PATH", jar());
    assertThat(all(every, 2))
        .containsExactly(
            "Counter: Counter executes all pools but mainnet, sepolia",
            "demo: AccountMachine executes mainnet, sepolia");
    Settings some =
        settings("EXECUTOR", "Counter", "EXECUTOR_PATH", jar(), "EXECUTOR_POOLS", "mine,sepolia");
    assertThat(all(some, 2))
        .containsExactly(
            "Counter: Counter executes mine, sepolia", "demo: AccountMachine executes mainnet");
    assertThat(all(some, 0)).containsExactly("Counter: Counter executes mine, sepolia");
  }

  @Test
  void withoutTheShardsThereIsNothingToExecute() {
    assertThat(executing(List.of(NameLookup.domain("cores")), settings("WORKERS", "4"), 3))
        .isEmpty();
  }

  @Test
  void itIsToldWhoExecutesAndWhatWaits() {
    assertThat(HostedExecutor.told(Domains.ALL, List.of()))
        .containsExactly(
            "nothing executes transactions here: they wait for workers of yours,",
            "or for --executor NAME, such as AccountMachine, a toy");
    assertThat(told(settings(), 2))
        .containsExactly(
            "AccountMachine, a toy, executes mainnet, sepolia",
            "other pools wait for workers of yours, or for --executor NAME");
    assertThat(told(settings("EXECUTOR", "AccountMachine"), 0))
        .containsExactly("AccountMachine, a toy, executes all pools");
    assertThat(HostedExecutor.told(List.of(NameLookup.domain("cores")), List.of())).isEmpty();
  }

  private static List<String> told(Settings settings, int lanes) {
    return HostedExecutor.told(Domains.ALL, executing(Domains.ALL, settings, lanes));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--workers 4|--workers: 'workers' is '4', but no executor is named",
        "--executor-pools mine|--executor-pools: 'executor.pools' is 'mine', but no executor",
        "--executor-path x.jar|--executor-path: 'executor.path' is 'x.jar', but no executor",
        "--executor Acountmachine|did you mean 'AccountMachine'?; available: AccountMachine",
        "--executor Counter --executor-path /no/x.jar|/no/x.jar does not exist",
        "--executor AccountMachine --executor-pools a/b|'executor.pools': 'a/b' does not match",
        "--executor a*b|'executor' is 'a*b'; expected letters, digits",
      })
  void whatCannotBeEndsBothVerbsWith78BeforeAnythingIsStarted(String flags, String told)
      throws IOException {
    // Whatever came next would complain of this directory.
    String file = Files.writeString(dir.resolve("f"), "").toString();
    String nowhere = " -b 127.0.0.1:1 --registry http://127.0.0.1:1 --state-dir ";
    for (String line : List.of("dev --data-dir " + file, "run" + nowhere + file)) {
      List<String> words = new ArrayList<>(List.of(line.split(" ")));
      words.addAll(List.of(flags.split(" ")));
      Ran ran = rota(words.toArray(String[]::new));
      assertThat(ran.code()).as(ran.err()).isEqualTo(78);
      assertThat(ran.err()).contains(told);
    }
  }

  @Test
  void anExecutorThatIsNotThereIsNamedWithWhatToDo() {
    Ran ran = rota("dev", "--executor", "Nobody");
    assertThat(ran.err().lines())
        .containsExactly(
            "the executor: no executor is named 'Nobody'; available: AccountMachine",
            "  → see docs/executors.md");
  }

  @Test
  void configShowHasThem() {
    Ran ran = rota(Map.of("ROTA_EXECUTOR_PATH", "/x"), "", "config", "show", "--origin");
    assertThat(ran.lines())
        .contains(
            "executor=none\tdefault",
            "executor.path=/x\tROTA_EXECUTOR_PATH",
            "executor.pools=all\tdefault");
  }

  @ParameterizedTest
  @CsvSource({"bash", "zsh", "fish"})
  void completionKnowsThem(String shell) {
    assertThat(rota("completion", shell).out())
        .contains("executor-path", "executor-pools", "AccountMachine");
  }
}
