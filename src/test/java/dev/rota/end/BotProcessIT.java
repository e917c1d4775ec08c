package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.testing.Patience;
import dev.rota.testing.Program;
import dev.rota.testing.ScriptedFrontDoor;
import dev.rota.testing.StoragePort;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code rota bot} as a process that gets signals, and a front door that a test plays. */
@ExtendWith(Patience.class)
final class BotProcessIT {
  @TempDir private Path dir;
  private final List<Process> processes = new ArrayList<>();
  private ScriptedFrontDoor door;
  private StoragePort storage;

  @BeforeEach
  void open() throws IOException {
    // Actions run as users of their own, if this one is root.
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxrwxrwx"));
    door = new ScriptedFrontDoor();
    storage = StoragePort.open(dir.resolve("storage"), 1L << 30);
  }

  @AfterEach
  void close() throws Exception {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
    storage.close();
    door.close();
  }

  private Process bot(String... more) throws IOException {
    List<String> words = new ArrayList<>(Program.jvm("-Xmx256m"));
    words.addAll(List.of("dev.rota.Rota", "bot", "--jobs", "1", "--name", "bot-7"));
    words.addAll(List.of("--remote", "grpc://127.0.0.1:" + door.port()));
    words.addAll(List.of("--cas", storage.address().toString()));
    words.addAll(List.of("--dir", dir.resolve("bot").toString()));
    words.addAll(List.of(more));
    ProcessBuilder builder =
        Program.process(words).redirectErrorStream(true).redirectOutput(errors().toFile());
    builder.environment().put("ROTA_HOME", dir.resolve("home").toString());
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  private Path errors() throws IOException {
    Path file = dir.resolve("stderr.txt");
    return Files.exists(file) ? file : Files.createFile(file);
  }

  private BlobDigest lease(String id, String script) throws IOException {
    Command.Builder command = Command.newBuilder().addOutputPaths("out");
    command.addAllArguments(List.of("/bin/sh", "-c", script));
    command.addEnvironmentVariablesBuilder().setName("PATH").setValue("/usr/bin:/bin");
    Action.Builder action = Action.newBuilder().setInputRootDigest(BlobDigest.EMPTY.message());
    action.setCommandDigest(storage.put(command.build()).message());
    BlobDigest digest = storage.put(action.build());
    door.lease(id, digest.message());
    return digest;
  }

  private Lease completed(String id) {
    await().until(() -> door.completed().stream().anyMatch(one -> one.getId().equals(id)));
    return door.completed().stream().filter(one -> one.getId().equals(id)).findFirst().get();
  }

  /** Starts an action that says who it is, and goes on until it may end. */
  private String begun(String id) throws IOException {
    Path begun = dir.resolve(id + "-begun");
    lease(
        id,
        "echo $$ > %s.part && mv %s.part %s; while [ ! -e %s ]; do sleep 0.1; done"
            .formatted(begun, begun, begun, dir.resolve(id + "-may-end")));
    await().until(() -> Files.exists(begun));
    return Files.readString(begun).strip();
  }

  private static boolean isRunning(String id) throws IOException {
    Path stat = Path.of("/proc", id, "stat");
    return Files.exists(stat) && !Files.readString(stat).contains(") Z ");
  }

  @Test
  void anActionIsRunAndItsResultIsReported() throws Exception {
    Process bot = bot("--property", "OSFamily=linux", "--property", "OSFamily=debian");
    lease("a", "echo hello > out; echo said");
    ActionResult result = completed("a").getResult().unpack(ActionResult.class);

    assertThat(result.getOutputFiles(0).getPath()).isEqualTo("out");
    assertThat(storage.client().read(BlobDigest.of(result.getStdoutDigest()), 100))
        .isEqualTo("said\n".getBytes(UTF_8));
    BotSession said = door.said().get(0);
    assertThat(said.getWorker().getDevices(0).getPropertiesList())
        .extracting(one -> one.getKey() + "=" + one.getValue())
        .containsExactly("OSFamily=linux", "OSFamily=debian");
    assertThat(bot.isAlive()).isTrue();
  }

  @Test
  void whoeverIsToldToEndFinishesWhatRuns() throws Exception {
    Process bot = bot();
    begun("slow");
    bot.destroy();
    await().until(() -> Files.readString(errors()).contains("stopping on a signal"));
    Files.createFile(dir.resolve("slow-may-end"));

    assertThat(bot.waitFor()).isEqualTo(143);
    assertThat(completed("slow").getStatus().getCode()).isZero();
    assertThat(dir.resolve("bot/work/actions")).isEmptyDirectory();
  }

  @Test
  void whatDoesNotEndInTimeIsGivenBack() throws Exception {
    Process bot = bot("--drain-timeout", "1");
    String action = begun("slow");
    bot.destroy();

    assertThat(bot.waitFor()).isEqualTo(143);
    assertThat(completed("slow").getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE.value());
    assertThat(isRunning(action)).isFalse();
  }

  @Test
  void theSecondSignalEndsItAtOnce() throws Exception {
    Process bot = bot();
    String action = begun("slow");
    bot.destroy();
    await().until(() -> Files.readString(errors()).contains("stopping on a signal"));
    bot.destroy();

    assertThat(bot.waitFor()).isEqualTo(143);
    assertThat(isRunning(action)).isFalse();
    assertThat(door.completed()).isEmpty();
  }

  @Test
  void whatAKilledBotLeavesEndsWhenTheNextOneStarts() throws Exception {
    Process killed = bot();
    String action = begun("slow");
    assertThat(killed.destroyForcibly().waitFor()).isEqualTo(137);
    assertThat(isRunning(action)).isTrue();
    door.forget();
    Process other = bot();
    lease("next", "echo next > out");

    assertThat(completed("next").getStatus().getCode()).isZero();
    assertThat(isRunning(action)).isFalse();
    assertThat(other.isAlive()).isTrue();
  }

  @Test
  void anActionThatNeverEndsAndForksEndsWithAllThatItStarted() throws Exception {
    Process bot = bot("--timeout", "2");
    Path id = dir.resolve("id");
    lease(
        "never",
        "(setsid sh -c 'echo $$ > %s; while :; do sleep 1000; done' &) ; exec sleep 1000"
            .formatted(id));
    Lease report = completed("never");

    assertThat(report.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED.value());
    assertThat(isRunning(Files.readString(id).strip())).isFalse();
    assertThat(bot.isAlive()).isTrue();
  }

  @Test
  void aBotThatIsRefusedSaysWhatToDo() throws Exception {
    door.refuse(Status.UNAUTHENTICATED.withDescription("a token is needed"));
    Process bot = bot();

    assertThat(bot.waitFor()).isEqualTo(77);
    assertThat(Files.readString(errors()))
        .contains("the front door refuses the bot", "a token is needed", "--token-file");
  }
}
