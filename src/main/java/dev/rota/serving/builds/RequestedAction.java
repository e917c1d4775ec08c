package dev.rota.serving.builds;

import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.bots.JobEvent;
import dev.rota.bots.Submitted;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.Platform;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * An action that a client wants to be executed, as the storage has it.
 *
 * @param properties what a bot must have: those of the action, else of its command
 * @param timeoutMillis null: the action has none
 */
record RequestedAction(
    BlobDigest digest,
    Map<String, List<String>> properties,
    Long timeoutMillis,
    boolean doNotCache) {
  /** Far more than a command line of the field; a bot has to read it too. */
  private static final int MESSAGE_BYTES_MAX = 16 << 20;

  /** The longest duration that protobuf knows: ten thousand years. */
  private static final long SECONDS_MAX = 315_576_000_000L;

  private static final int NANOS = 1_000_000_000;

  /**
   * Reads it, and checks that what it names is there.
   *
   * @throws StatusRuntimeException FAILED_PRECONDITION with the blobs that are missing;
   *     INVALID_ARGUMENT: it cannot be executed
   */
  static RequestedAction read(BlobDigest digest, BlobClient storage) throws IOException {
    Action action =
        parsed(
            "action_digest",
            digest,
            Action.parser(),
            () -> storage.read(digest, MESSAGE_BYTES_MAX));
    BlobDigest command = named("action.command_digest", action.getCommandDigest());
    BlobDigest root = named("action.input_root_digest", action.getInputRootDigest());
    Command says =
        parsed(
            "action.command_digest",
            command,
            Command.parser(),
            () -> storage.readWith(root, command, MESSAGE_BYTES_MAX));
    if (says.getArgumentsCount() == 0) {
      throw invalid("command.arguments", "it is empty", "name a program");
    }
    Platform platform = action.hasPlatform() ? action.getPlatform() : says.getPlatform();
    return new RequestedAction(
        digest, properties(platform), timeout(action), action.getDoNotCache());
  }

  /**
   * Checks a digest of a request.
   *
   * @throws StatusRuntimeException INVALID_ARGUMENT
   */
  static BlobDigest named(String field, Digest digest) {
    try {
      return BlobDigest.of(digest);
    } catch (StatusRuntimeException _) {
      throw invalid(
          field,
          "it is '%s/%d'".formatted(shown(digest.getHash()), digest.getSizeBytes()),
          "name a blob by SHA-256 in 64 lower-case hex digits, and its size");
    }
  }

  static String shown(String text) {
    return text.length() > 80 ? text.substring(0, 80) + "…" : text;
  }

  static StatusRuntimeException invalid(String field, String why, String fix) {
    return Status.INVALID_ARGUMENT
        .withDescription(field + ": " + why + "; " + fix)
        .asRuntimeException();
  }

  private interface BlobReading {
    byte[] read() throws IOException;
  }

  private static <T extends Message> T parsed(
      String field, BlobDigest digest, Parser<T> parser, BlobReading reading) throws IOException {
    if (digest.size() > MESSAGE_BYTES_MAX) {
      throw invalid(
          field,
          "the blob has " + digest.size() + " bytes",
          "at most " + MESSAGE_BYTES_MAX + " are read");
    }
    try {
      return parser.parseFrom(reading.read());
    } catch (InvalidProtocolBufferException _) {
      throw invalid(field, "the blob " + digest + " is no such message", "upload what it names");
    }
  }

  private static Map<String, List<String>> properties(Platform platform) {
    SaidProperties properties = new SaidProperties("platform.properties");
    platform.getPropertiesList().forEach(one -> properties.add(one.getName(), one.getValue()));
    return properties.all();
  }

  private static Long timeout(Action action) {
    if (!action.hasTimeout()) {
      return null;
    }
    Duration said = action.getTimeout();
    if (said.getSeconds() < 0
        || said.getSeconds() > SECONDS_MAX
        || said.getNanos() < 0
        || said.getNanos() >= NANOS) {
      throw invalid(
          "action.timeout",
          "it is %d s and %d ns".formatted(said.getSeconds(), said.getNanos()),
          "name a duration from 0 on");
    }
    long millis = said.getSeconds() * 1_000 + said.getNanos() / 1_000_000;
    return millis == 0 ? null : millis;
  }

  /** The input that asks the grid for it. */
  JobEvent submitted(String grid, String instance, String job, int priority) {
    return new JobEvent(
        grid,
        Submitted.newBuilder()
            .setJob(job)
            .setInstance(instance)
            .setPriority(priority)
            .setProperties(properties)
            .setAction(digest.toString())
            .setDoNotCache(doNotCache)
            .setTimeoutMs(timeoutMillis)
            .setPayload(ByteBuffer.wrap(digest.message().toByteArray()))
            .build());
  }
}
