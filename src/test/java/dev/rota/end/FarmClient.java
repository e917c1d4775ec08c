package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.MessageLite;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BuildChannel;
import dev.rota.base.blobs.BuildChannel.ChannelSecurity;
import dev.rota.protocols.longrunning.Operation;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.protocols.reapi.ExecuteResponse;
import dev.rota.protocols.reapi.ExecutionGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client of a build farm, honest or not.
 *
 * @param family the bots that its actions run on
 */
record FarmClient(String name, URI address, ManagedChannel door, String family) {
  static final String INSTANCE = "main";

  /** Whoever has no answer by then has none. */
  static final long SECONDS_MAX = 60;

  private static final AtomicInteger NAMES = new AtomicInteger();

  static FarmClient open(String name, String address, String family) throws IOException {
    URI door = URI.create(address);
    return new FarmClient(name, door, BuildChannel.openPatient(door, ChannelSecurity.NONE), family);
  }

  /** The same client, whose actions run elsewhere. */
  FarmClient of(String other) {
    return new FarmClient(name, address, door, other);
  }

  /** Another client, with a connection of its own. */
  FarmClient another() throws IOException {
    return open(name, address.toString(), family);
  }

  /** A name that nobody else has. */
  static String fresh(String what) {
    return what + "-" + NAMES.incrementAndGet();
  }

  BlobClient blobs() {
    return new BlobClient(door, INSTANCE, Duration.ofSeconds(SECONDS_MAX));
  }

  BlobDigest put(byte[] content) throws IOException {
    BlobDigest digest = BlobDigest.of(content);
    blobs().upload(Map.of(digest, BlobSource.of(content)));
    return digest;
  }

  BlobDigest put(String content) throws IOException {
    return put(content.getBytes(UTF_8));
  }

  BlobDigest put(MessageLite message) throws IOException {
    return put(message.toByteArray());
  }

  /** A command of this family's bots; no two are equal. */
  Command.Builder shell(String script) {
    Command.Builder command = Command.newBuilder();
    command.addAllArguments(List.of("/bin/sh", "-c", script, fresh("action")));
    command
        .addEnvironmentVariablesBuilder()
        .setName("PATH")
        .setValue("/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin");
    command.getPlatformBuilder().addPropertiesBuilder().setName("OSFamily").setValue(family);
    return command;
  }

  Action.Builder action(Command.Builder command) throws IOException {
    return Action.newBuilder()
        .setCommandDigest(put(command.build()).message())
        .setInputRootDigest(BlobDigest.EMPTY.message());
  }

  ExecuteRequest request(Action.Builder action) throws IOException {
    return request(put(action.build()));
  }

  static ExecuteRequest request(BlobDigest action) {
    return ExecuteRequest.newBuilder()
        .setInstanceName(INSTANCE)
        .setActionDigest(action.message())
        .build();
  }

  /** Executes it, and waits for the end. */
  ExecuteResponse run(ExecuteRequest request) throws IOException {
    Iterator<Operation> operations =
        ExecutionGrpc.newBlockingStub(door)
            .withDeadlineAfter(SECONDS_MAX, TimeUnit.SECONDS)
            .execute(request);
    Operation last = operations.next();
    while (operations.hasNext()) {
      last = operations.next();
    }
    return last.getResponse().unpack(ExecuteResponse.class);
  }

  ExecuteResponse run(Command.Builder command) throws IOException {
    return run(request(action(command)));
  }

  /** In a line: its status, and if it is OK the exit code and what it said. */
  String told(ExecuteResponse response) throws IOException {
    Status.Code code = Status.fromCodeValue(response.getStatus().getCode()).getCode();
    if (code != Status.Code.OK) {
      return code + ": " + response.getStatus().getMessage();
    }
    ActionResult result = response.getResult();
    return "OK %d %s".formatted(result.getExitCode(), said(result));
  }

  /** What it wrote to stdout. */
  String said(ActionResult result) throws IOException {
    if (!result.hasStdoutDigest()) {
      return result.getStdoutRaw().toStringUtf8().strip();
    }
    BlobDigest digest = BlobDigest.of(result.getStdoutDigest());
    return digest.size() > 1 << 20
        ? digest.size() + " bytes"
        : new String(blobs().read(digest, digest.size()), UTF_8).strip();
  }

  /** A build that does no harm comes out as it must. */
  void buildHonestly() throws IOException {
    String word = fresh("honest");
    ExecuteResponse response = run(shell("echo " + word + " > out").addOutputPaths("out"));
    assertThat(response.getStatus().getCode()).as("%s: %s", name, response.getStatus()).isZero();
    assertThat(response.getResult().getExitCode()).as(name).isZero();
    assertThat(response.getResult().getOutputFilesList())
        .as("the next honest build of %s", name)
        .extracting(file -> BlobDigest.of(file.getDigest()))
        .containsExactly(BlobDigest.of((word + "\n").getBytes(UTF_8)));
  }
}
