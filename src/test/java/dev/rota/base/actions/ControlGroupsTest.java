package dev.rota.base.actions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.actions.ActionRunner.ActionOutcome;
import dev.rota.base.actions.ControlGroups.GroupLimits;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.Command;
import dev.rota.testing.NotRun;
import dev.rota.testing.StoragePort;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real actions in real control groups, where this machine lets a process make some. */
final class ControlGroupsTest {
  private static final GroupLimits LIMITS = new GroupLimits(64 << 20, 100);

  @TempDir private Path dir;
  private StoragePort port;
  private BlobFolder cache;
  private ControlGroups groups;
  private ActionRunner runner;

  @BeforeEach
  void open() throws IOException {
    groups = ControlGroups.open(LIMITS);
    port = StoragePort.open(dir.resolve("storage"), 1L << 30);
    cache = BlobFolder.open(dir.resolve("cache"), 1L << 30);
    runner =
        ActionRunner.open(
            "bot",
            dir.resolve("work"),
            ActionIsolation.of(groups),
            cache,
            port.client(),
            ActionLimits.DEFAULT);
  }

  @AfterEach
  void close() throws IOException {
    runner.close();
    groups.close();
    cache.close();
    port.close();
  }

  private ActionOutcome run(String script) throws IOException {
    return run("/bin/sh", "-c", script);
  }

  private ActionOutcome run(String... words) throws IOException {
    Command.Builder command = Command.newBuilder().addAllArguments(List.of(words));
    command.addEnvironmentVariablesBuilder().setName("PATH").setValue("/usr/bin:/bin");
    command.addEnvironmentVariablesBuilder().setName("PWD").setValue("a b=c");
    Action.Builder action = Action.newBuilder().setInputRootDigest(BlobDigest.EMPTY.message());
    action.setCommandDigest(port.put(command.build()).message());
    return runner.run(port.put(action.build()).message());
  }

  private String said(ActionOutcome outcome) throws IOException {
    BlobDigest stdout = BlobDigest.of(outcome.result().getStdoutDigest());
    return new String(port.client().read(stdout, 1 << 20), UTF_8);
  }

  private void needs(String what) {
    String inForce = groups.toString();
    NotRun.unless(
        inForce.contains(what), "this machine's control groups have no " + what + ": " + inForce);
  }

  @Test
  void theEnvironmentIsTheSameInAGroup() throws IOException {
    needs("/");
    assertThat(said(run("env", "-u", "none"))).isEqualTo("PATH=/usr/bin:/bin\nPWD=a b=c\n");
  }

  /** Not even one that has ended, and that nobody has asked for its exit code, runs. */
  private static boolean isRunning(String id) throws IOException {
    Path stat = Path.of("/proc", id, "stat");
    return Files.exists(stat) && !Files.readString(stat).contains(") Z ");
  }

  @Test
  void whoeverLeavesEverythingEndsWithTheAction() throws IOException {
    needs("/");
    String id =
        said(run("(cd / && exec setsid sh -c 'setsid sleep 1000 >/dev/null 2>&1 & echo $!')"));

    assertThat(isRunning(id.strip())).isFalse();
  }

  @Test
  void memoryHasALimit() throws IOException {
    needs("bytes of memory");
    ActionOutcome outcome = run("head -c 300000000 /dev/zero | tail");

    assertThat(outcome.status().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED.value());
    assertThat(outcome.status().getMessage()).contains("memory");
  }

  @Test
  void anActionThatForksForEverIsNoTroubleForOthers() throws IOException {
    needs("100 processes");
    ActionOutcome outcome = run("f() { sleep 1000 & f; }; f 2>/dev/null; n=$(cat /proc/loadavg)");

    assertThat(outcome.status().getCode()).isZero();
    assertThat(outcome.result().getExitCode()).isNotZero();
    assertThat(run("echo next").result().getExitCode()).isZero();
  }

  @Test
  void groupsOfABotThatWasKilledEndWhenTheNextOneStarts() throws Exception {
    needs("/");
    Path left =
        Path.of(groups.toString().replaceAll(":.*", "")).resolveSibling("rota-bot-999999999");
    Files.createDirectories(left.resolve("7"));

    ControlGroups.open(LIMITS).close();

    assertThat(left).doesNotExist();
  }

  @Test
  void withoutGroupsItSaysThatLimitsAreNotInForce() {
    ControlGroups none = ControlGroups.open(dir, List.of("0::/"), LIMITS);

    assertThat(none)
        .hasToString("none, none is mounted; the limits of memory and processes are NOT in force");
  }
}
