package dev.rota.base.actions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.actions.ActionRunner.ActionOutcome;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.Directory;
import dev.rota.testing.NotRun;
import dev.rota.testing.StoragePort;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one action may do to others and to the bot: as the bot's own user, as another, boxed in. */
final class ActionIsolationTest {
  private static final String GOOD = "int good;\n";

  /** Other bytes, as many of them. */
  private static final String OVERWRITE =
      "chmod u+w in.c; touch -r in.c t; printf 'int evil;\n' | dd of=in.c conv=notrunc 2>/dev/null;"
          + " touch -r t in.c; chmod 444 in.c";

  @TempDir private Path dir;

  /** Where actions meet that must not. */
  private Path meeting;

  private StoragePort port;
  private BlobFolder cache;
  private ActionUsers users = ActionUsers.own();
  private ActionRunner runner;
  private final ExecutorService threads = Executors.newFixedThreadPool(2);

  @BeforeEach
  void open() throws IOException {
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwx--x--x"));
    meeting = Files.createDirectory(dir.resolve("meeting"));
    Files.setPosixFilePermissions(meeting, PosixFilePermissions.fromString("rwxrwxrwx"));
    port = StoragePort.open(dir.resolve("storage"), 1L << 30);
    cache = BlobFolder.open(dir.resolve("cache"), 1L << 30);
  }

  @AfterEach
  void close() throws IOException {
    threads.shutdownNow();
    if (runner != null) {
      runner.close();
    }
    users.close();
    cache.close();
    port.close();
  }

  private void start(ActionUsers who, ActionSandbox sandbox) throws IOException {
    users = who;
    ActionIsolation isolation = new ActionIsolation(ControlGroups.NONE, users, sandbox);
    runner =
        ActionRunner.open(
            "bot", dir.resolve("work"), isolation, cache, port.client(), ActionLimits.DEFAULT);
  }

  private void startAsOwn() throws IOException {
    start(ActionUsers.own(), ActionSandbox.NONE);
  }

  private void startAsUsers() throws IOException {
    NotRun.unless(ActionUsers.isRoot(), "only root may run actions as other users");
    start(ActionUsers.open(null, 2), ActionSandbox.NONE);
  }

  private ActionOutcome run(String script, String... outputs) throws IOException {
    Command.Builder command = Command.newBuilder().addAllOutputPaths(List.of(outputs));
    command.addAllArguments(List.of("/bin/sh", "-c", script, "sh", meeting.toString()));
    Directory.Builder inputs = Directory.newBuilder();
    inputs.addFilesBuilder().setName("in.c").setDigest(port.put(GOOD.getBytes(UTF_8)).message());
    inputs.addDirectoriesBuilder().setName("d").setDigest(BlobDigest.EMPTY.message());
    inputs.addSymlinksBuilder().setName("l").setTarget("in.c");
    Action.Builder action = Action.newBuilder();
    action.setCommandDigest(port.put(command.build()).message());
    action.setInputRootDigest(port.put(inputs.build()).message());
    return runner.run(port.put(action.build()).message());
  }

  private String said(ActionOutcome outcome) throws IOException {
    assertThat(outcome.status().getMessage()).isEmpty();
    Digest stdout = outcome.result().getStdoutDigest();
    return new String(port.client().read(BlobDigest.of(stdout), 1 << 20), UTF_8);
  }

  private static void isUnusable(ActionOutcome outcome, String input) {
    assertThat(Status.fromCodeValue(outcome.status().getCode()).getCode())
        .isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(outcome.status().getMessage())
        .startsWith("the input '" + input + "' was changed while the action ran");
    assertThat(outcome.result().getOutputFilesCount()).isZero();
    assertThat(outcome.result().hasStdoutDigest()).isTrue();
  }

  /** Runs an action that writes to an input, while another one, which has it too, waits. */
  private void oneWritesWhatAnotherReads(String write) throws Exception {
    Future<ActionOutcome> reader =
        threads.submit(
            () ->
                run(
                    "touch \"$1/reads\"; until [ -e \"$1/wrote\" ]; do sleep 0.01; done; cat in.c;"
                        + " cat in.c > out",
                    "out"));
    Future<ActionOutcome> writer =
        threads.submit(
            () ->
                run(
                    "until [ -e \"$1/reads\" ]; do sleep 0.01; done; "
                        + write
                        + "; touch \"$1/wrote\""));
    assertThat(said(reader.get())).isEqualTo(GOOD);
    writer.get();
    assertThat(said(run("cat in.c"))).isEqualTo(GOOD);
  }

  @Test
  void whatAnActionAppendsReachesNoOther() throws Exception {
    startAsOwn();
    oneWritesWhatAnotherReads("echo bad >> in.c");
  }

  @Test
  void whatAnActionOverwritesReachesNoOther() throws Exception {
    startAsOwn();
    oneWritesWhatAnotherReads("chmod -R u+w .; printf bad | dd of=in.c conv=notrunc 2>/dev/null");
  }

  @Test
  void whatAnActionOverwritesAndHidesReachesNoOther() throws Exception {
    startAsOwn();
    oneWritesWhatAnotherReads(OVERWRITE);
  }

  @Test
  void noneOfThisReachesAnotherUsersAction() throws Exception {
    startAsUsers();
    oneWritesWhatAnotherReads("echo bad >> in.c; " + OVERWRITE);
  }

  @Test
  void anInputThatChangedMakesTheResultUnusable() throws IOException {
    startAsOwn();
    isUnusable(run("echo x > out; " + OVERWRITE, "out"), "in.c");
    isUnusable(run("rm -f in.c"), "in.c");
    isUnusable(run("rm -f in.c; echo 'int evil;' > in.c"), "in.c");
    isUnusable(run("rmdir d"), "d");
    isUnusable(run("rmdir d; ln -s . d"), "d");
    isUnusable(run("rm l; ln -s d l"), "l");
    isUnusable(run("rm -f in.c; mkfifo in.c"), "in.c");
  }

  @Test
  void aReplacedInputOfAnotherUsersActionMakesTheResultUnusable() throws IOException {
    startAsUsers();
    isUnusable(run("echo x > out; rm -f in.c; echo 'int evil;' > in.c", "out"), "in.c");
  }

  @Test
  void anInputMayBeReplacedWhereAnOutputIsDeclared() throws IOException {
    startAsOwn();
    assertThat(said(run("rm -f in.c; echo new > in.c; echo ok", "in.c"))).isEqualTo("ok\n");
  }

  @Test
  void linksAndPermissionsAreNoOtherBytes() throws IOException {
    startAsOwn();
    assertThat(said(run("ln in.c out; chmod u+w in.c; touch in.c; echo ok"))).isEqualTo("ok\n");
  }

  @Test
  void theUmaskIsAlwaysTheSame() throws IOException {
    startAsOwn();
    String script = "umask; stat -c %a . d; mkdir m; : > f; stat -c %a m f";
    assertThat(said(run(script))).isEqualTo("0022\n755\n755\n755\n644\n");
  }

  @Test
  void itHasNeitherFilesNorVariablesOfTheBot() throws IOException {
    startAsOwn();
    assertThat(said(run("ls /proc/$$/fd; tr '\\0' '\\n' < /proc/$$/environ")))
        .matches("0\n1\n2\n(10\n)?");
  }

  @Test
  void actionsOfTwoUsersCanNeitherReadNorWriteNorSignalEachOther() throws Exception {
    startAsUsers();
    Future<ActionOutcome> victim =
        threads.submit(
            () ->
                run(
                    "echo secret > mine; echo \"$PWD $$\" > \"$1/v\"; mv \"$1/v\" \"$1/victim\";"
                        + " until [ -e \"$1/done\" ]; do sleep 0.01; done; cat mine"));
    ActionOutcome other =
        run(
            "until [ -e \"$1/victim\" ]; do sleep 0.01; done; read place id < \"$1/victim\";"
                + " cat $place/mine ${place%/root}/stdout; echo x > $place/mine; ls $place;"
                + " ls $place/../..; kill -9 $id; cat /proc/$id/environ; cat \"$1/../cache/lock\";"
                + " cat /proc/$PPID/environ; echo x > ../stdout; rm -rf ../inputs; touch ../y;"
                + " id -u; id -G; touch \"$1/done\"");

    assertThat(said(victim.get())).isEqualTo("secret\n");
    assertThat(said(other)).matches("(6\\d{4})\n\\1\n");
  }

  @Test
  void aProcessThatLeftEverythingEndsWithItsUser() throws IOException {
    startAsUsers();
    String escape =
        "(cd /; exec setsid sh -c 'echo $$ > \"$0/id\"; exec sleep 100000' \"$1\""
            + " >/dev/null 2>&1 &); until [ -s \"$1/id\" ]; do sleep 0.01; done; echo ok";
    assertThat(said(run(escape))).isEqualTo("ok\n");
    Path stat = Path.of("/proc", Files.readString(meeting.resolve("id")).strip(), "stat");
    assertThat(Files.exists(stat) && !Files.readString(stat).contains(") Z ")).isFalse();
  }

  /** Where the kernel lets one link to the files of others. */
  @Test
  void whatTheActionMayNotReadIsNoOutput() throws IOException {
    startAsUsers();
    Path secret = Files.writeString(dir.resolve("secret"), "secret");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    ActionUser user = users.first();
    assertThat(user.mayRead(secret)).isFalse();
    Files.setAttribute(secret, "unix:uid", user.id());
    assertThat(user.mayRead(secret)).isTrue();
    assertThat(user.mayRead(Files.writeString(dir.resolve("public"), "public"))).isTrue();
  }

  @Test
  void aDirectoryThatIsClosedToUsersIsNamed() throws IOException {
    NotRun.unless(ActionUsers.isRoot(), "only root may run actions as other users");
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwx------"));
    assertThatThrownBy(this::startAsUsers)
        .hasMessageContaining(dir.toRealPath() + " is closed to them")
        .hasMessageContaining("chmod o+x");
  }

  @Test
  void usersThatCannotBeAreRefused() throws IOException {
    assertThat(ActionUsers.fault("own", 8)).isNull();
    assertThat(ActionUsers.fault("70000-70007", 8)).isNull();
    assertThat(ActionUsers.fault("builder", 1)).isNull();
    assertThat(ActionUsers.fault("builder", 2)).contains("--jobs 1");
    assertThat(ActionUsers.fault("70000-70006", 8)).contains("has 7 users, but 8 actions");
    for (String wrong : List.of("root", "0-7", "7-1", "", "a b", "1-99999999999")) {
      assertThat(ActionUsers.fault(wrong, 1)).as(wrong).isNotNull();
    }
    NotRun.unless(ActionUsers.isRoot(), "only root may run actions as other users");
    assertThatThrownBy(() -> ActionUsers.open("no-such-user", 1)).hasMessageContaining("no user");
    try (ActionUsers first = ActionUsers.open("61000-61001", 2)) {
      assertThat(first.toString()).isEqualTo("61000 to 61001");
      assertThatThrownBy(() -> ActionUsers.open("61000-61001", 1))
          .hasMessageContaining("only 0 of 1 are free");
    }
  }

  @Test
  void inASandboxThereIsNothingButTheActionAndTheSystem() throws IOException {
    String fault = ActionSandbox.fault();
    NotRun.unless(fault == null, "no sandbox can be made here: " + fault);
    start(
        ActionUsers.isRoot() ? ActionUsers.open(null, 1) : ActionUsers.own(), ActionSandbox.BWRAP);
    String script =
        "cat in.c; ls \"$1\" /root /home /work 2>/dev/null; touch /usr/x 2>/dev/null;"
            + " echo t > /tmp/t; cat /var/tmp/t; ls -d /proc/[0-9]* | wc -l;"
            + " tail -n +3 /proc/net/dev | sed 's/:.*//'; ls ..; env; echo out > out; exit 7";
    ActionOutcome outcome = run(script, "out");

    assertThat(outcome.result().getExitCode()).isEqualTo(7);
    String said = said(outcome);
    assertThat(said).startsWith(GOOD + "t\n").contains("\n    lo\nroot\n").doesNotContain("eth0");
    assertThat(outcome.result().getOutputFiles(0).getPath()).isEqualTo("out");
  }

  @Test
  void whatRunsInASandboxEndsWithTheAction() throws IOException {
    String fault = ActionSandbox.fault();
    NotRun.unless(fault == null, "no sandbox can be made here: " + fault);
    start(ActionUsers.own(), ActionSandbox.BWRAP);
    assertThat(said(run("(setsid sleep 98765 >/dev/null 2>&1 &); echo ok"))).isEqualTo("ok\n");
    assertThat(
            ProcessHandle.allProcesses()
                .filter(one -> one.info().commandLine().orElse("").contains("sleep 98765")))
        .isEmpty();
  }

  /** A disk of its own, as small as it may be. */
  @Test
  void anActionThatFillsTheDiskIsEnded() throws Exception {
    Path disk = Files.createDirectory(dir.resolve("work"));
    String[] mount = {"mount", "-t", "tmpfs", "-o", "size=64m,mode=711", "rota", disk.toString()};
    boolean isMounted =
        ActionUsers.isRoot() && ActionProcess.did(ProcessSweeper.END_MAX, List.of(mount));
    NotRun.unless(isMounted, "no small disk can be mounted here");
    try {
      startAsUsers();
      Future<ActionOutcome> other =
          threads.submit(() -> run("until [ -e \"$1/full\" ]; do sleep 0.01; done; echo ok"));
      ActionOutcome outcome = run("head -c 62M /dev/zero > big; sleep 100000", "big");
      Files.createFile(meeting.resolve("full"));

      assertThat(Status.fromCodeValue(outcome.status().getCode()).getCode())
          .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      assertThat(outcome.status().getMessage()).contains("bytes of the worker's disk");
      assertThat(said(other.get())).isEqualTo("ok\n");
    } finally {
      if (runner != null) {
        runner.close();
        runner = null;
      }
      ActionProcess.did(ProcessSweeper.END_MAX, List.of("umount", "-l", disk.toString()));
    }
  }
}
