package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BuildChannel;
import dev.rota.base.blobs.BuildChannel.ChannelSecurity;
import dev.rota.protocols.longrunning.Operation;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.protocols.reapi.ExecuteResponse;
import dev.rota.protocols.reapi.ExecutionGrpc;
import dev.rota.protocols.reapi.WaitExecutionRequest;
import dev.rota.testing.Patience;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code rota dev --reapi}: a build farm in one process, which ends in every way. */
@ExtendWith(Patience.class)
final class BuildFarmIT {
  private static final List<String> PORTS =
      List.of("--kafka-port", "--registry-port", "--http-port", "--page-port", "--reapi-port");

  @TempDir private Path dir;
  private ManagedChannel channel;
  private DevProcess dev;

  @AfterEach
  void close() {
    hangUp();
    if (dev != null) {
      dev.close();
    }
  }

  private void hangUp() {
    if (channel != null) {
      channel.shutdownNow();
    }
  }

  /** Starts it, and a client of it; what it says when it is ready. */
  private JsonNode start(String... more) throws IOException {
    hangUp();
    // Actions run as users of their own, if this one is root.
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path home = Files.createDirectories(dir.resolve("home"));
    List<String> words = new ArrayList<>(List.of("--domains", "bots", "--reapi", "--bots", "1"));
    PORTS.forEach(port -> words.addAll(List.of(port, "0")));
    words.addAll(List.of(more));
    dev = DevProcess.start(home, words.toArray(String[]::new));
    JsonNode ready = dev.ready();
    channel =
        BuildChannel.openPatient(URI.create(ready.path("reapi").asText()), ChannelSecurity.NONE);
    return ready;
  }

  private BlobDigest put(byte[] content) throws IOException {
    BlobDigest digest = BlobDigest.of(content);
    new BlobClient(channel, "", Duration.ofMinutes(5))
        .upload(Map.of(digest, BlobSource.of(content)));
    return digest;
  }

  private ExecuteRequest action(String script) throws IOException {
    Command.Builder command = Command.newBuilder().addOutputPaths("out");
    command.addAllArguments(List.of("/bin/sh", "-c", script));
    command.addEnvironmentVariablesBuilder().setName("PATH").setValue("/usr/bin:/bin");
    Action.Builder action = Action.newBuilder();
    action.setCommandDigest(put(command.build().toByteArray()).message());
    action.setInputRootDigest(put(new byte[0]).message());
    BlobDigest digest = put(action.build().toByteArray());
    return ExecuteRequest.newBuilder().setActionDigest(digest.message()).build();
  }

  private ExecutionGrpc.ExecutionBlockingStub execution() {
    return ExecutionGrpc.newBlockingStub(channel);
  }

  private static ExecuteResponse last(Iterator<Operation> operations) throws IOException {
    Operation last = operations.next();
    while (operations.hasNext()) {
      last = operations.next();
    }
    return last.getResponse().unpack(ExecuteResponse.class);
  }

  /** An action that says who it is, and ends once it may. */
  private ExecuteRequest slow() throws IOException {
    Path begun = dir.resolve("begun");
    return action(
        "echo $$ > %s.part && mv %s.part %s; while [ ! -e %s ]; do sleep 0.1; done; echo x > out"
            .formatted(begun, begun, begun, dir.resolve("may-end")));
  }

  private String begun() throws IOException {
    Path begun = dir.resolve("begun");
    await().until(() -> Files.exists(begun));
    String id = Files.readString(begun).strip();
    Files.delete(begun);
    return id;
  }

  private static boolean isRunning(String id) throws IOException {
    Path stat = Path.of("/proc", id, "stat");
    return Files.exists(stat) && !Files.readString(stat).contains(") Z ");
  }

  @Test
  void anOperationOutlivesThatAllOfItIsKilled() throws Exception {
    String data = dir.resolve("data").toString();
    start("--data-dir", data);
    String name = execution().execute(slow()).next().getName();
    String first = begun();
    assertThat(dev.kill()).isEqualTo(137);

    start("--data-dir", data);
    String second = begun();
    assertThat(isRunning(first)).as("what the killed one left").isFalse();
    Files.createFile(dir.resolve("may-end"));
    ExecuteResponse response =
        last(execution().waitExecution(WaitExecutionRequest.newBuilder().setName(name).build()));

    assertThat(response.getStatus().getCode()).isZero();
    assertThat(response.getResult().getExitCode()).isZero();
    assertThat(response.getResult().getOutputFiles(0).getPath()).isEqualTo("out");
    assertThat(last(execution().execute(slow())).getCachedResult()).isTrue();
    CommandLine audit =
        CommandLine.run(Map.of("ROTA_HOME", dir.resolve("home").toString()), "", "audit", "bots");
    assertThat(audit.out()).as(audit.err()).startsWith("bots: PROVED\n");
    assertThat(isRunning(second)).isFalse();
  }

  @Test
  void ctrlCEndsWhatRunsAndLeavesNothing() throws Exception {
    JsonNode ready = start();
    var _ = execution().execute(slow()).next();
    String action = begun();

    assertThat(dev.interrupt()).as(dev.errors()).isEqualTo(130);
    assertThat(isRunning(action)).isFalse();
    assertThat(Path.of(ready.path("dataDir").asText())).doesNotExist();
  }

  @Test
  void whatCannotBeIsSaidBeforeAnythingStarts() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      CommandLine other =
          CommandLine.run("dev", "--reapi", "--reapi-port", Integer.toString(taken.getLocalPort()));
      assertThat(other.exit()).isEqualTo(78);
      assertThat(other.err()).contains("cannot listen on 127.0.0.1:", "--reapi-port");
    }
    CommandLine none = CommandLine.run("dev", "--bots", "2");
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("--bots is of the build farm: add --reapi");
    CommandLine cores = CommandLine.run("dev", "--reapi", "--domains", "cores");
    assertThat(cores.exit()).isEqualTo(2);
    assertThat(cores.err()).contains("--reapi needs the domain bots");
  }
}
