package dev.rota.base.actions;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.Timestamp;
import dev.rota.base.actions.ActionProcess.EndedProcess;
import dev.rota.base.actions.ControlGroups.ControlGroup;
import dev.rota.base.actions.DiskReserve.DiskUse;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.base.blobs.StatusDetails;
import dev.rota.base.files.DirectoryOwner;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.ExecutedActionMetadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Runs actions, several at once if several threads ask. Each gets a folder, which is deleted when
 * it has ended.
 */
public final class ActionRunner implements AutoCloseable {
  /** A message of the field has 4 MiB at most, and more than a result is in it. */
  private static final int RESULT_BYTES_MAX = 3 << 20;

  private static final int MESSAGE_BYTES_MAX = 16 << 20;

  private final String worker;
  private final Path folders;
  private final DirectoryOwner owner;
  private final ActionIsolation isolation;
  private final BlobFolder cache;
  private final BlobClient client;
  private final ActionLimits limits;
  private final AtomicLong names = new AtomicLong();
  private final DiskReserve reserve;

  /**
   * What came of an action.
   *
   * @param status OK: the command ended, with whatever exit code; DEADLINE_EXCEEDED: it was ended;
   *     anything else says why it did not run or what became of its outputs
   * @param result of a command that ran, at least stdout and stderr; else only when and where
   */
  public record ActionOutcome(dev.rota.protocols.rpc.Status status, ActionResult result) {}

  private ActionRunner(
      String worker,
      Path folders,
      DirectoryOwner owner,
      ActionIsolation isolation,
      BlobFolder cache,
      BlobClient client,
      ActionLimits limits) {
    this.worker = worker;
    this.folders = folders;
    this.owner = owner;
    this.isolation = isolation;
    this.cache = cache;
    this.client = client;
    this.limits = limits;
    this.reserve = DiskReserve.watching(folders);
  }

  /**
   * Makes a runner. What an earlier process left behind, folders and commands that still run, ends
   * here.
   *
   * @param worker its name in results
   * @param folders where the actions' folders will be, for this runner alone; best on the same file
   *     system as the cache, so that inputs can be links or share their blocks
   * @param isolation the caller closes it
   * @throws IOException if the folders cannot be used, another process uses them, or no action can
   *     be isolated as it should
   */
  public static ActionRunner open(
      String worker,
      Path folders,
      ActionIsolation isolation,
      BlobFolder cache,
      BlobClient client,
      ActionLimits limits)
      throws IOException {
    DirectoryOwner owner = DirectoryOwner.take(folders);
    if (owner == null) {
      throw new IOException("another process runs actions in " + folders);
    }
    Path actions = folders.toRealPath().resolve("actions");
    Files.createDirectories(actions);
    ActionRunner runner =
        new ActionRunner(worker, actions, owner, isolation, cache, client, limits);
    try {
      new ProcessSweeper(0, ActionSlot.left(actions)).end();
      delete(actions);
      Files.createDirectories(actions);
      isolation.tryOut(isolation.users().makeReachable(actions));
      delete(actions.resolve(ActionIsolation.TRIAL));
    } catch (IOException e) {
      runner.close();
      throw e;
    }
    return runner;
  }

  /** Lets another process use the folders; call it when no action runs. */
  @Override
  public void close() throws IOException {
    reserve.close();
    owner.close();
  }

  /**
   * Runs an action. An interrupt ends the command and all of its processes; the outcome is then
   * CANCELLED, and the thread stays interrupted.
   */
  public ActionOutcome run(Digest digest) {
    ActionRun run = new ActionRun(folders.resolve(Long.toString(names.incrementAndGet())));
    ActionUser user = ActionUser.OWN;
    boolean interrupted = false;
    ActionOutcome outcome;
    try {
      user = isolation.users().take();
      outcome = run.run(BlobDigest.of(digest), user);
    } catch (InterruptedException e) {
      interrupted = true;
      outcome = run.failed(Status.CANCELLED.withDescription("the action was ended"));
    } catch (StatusRuntimeException e) {
      outcome = new ActionOutcome(refusal(e), run.result());
    } catch (IOException e) {
      outcome = run.failed(Status.UNAVAILABLE.withDescription("the worker's disk: " + e));
    }
    // What is left to do must not be cut short.
    interrupted |= Thread.interrupted();
    if (interrupted) {
      outcome = run.failed(Status.CANCELLED.withDescription("the action was ended"));
    }
    try {
      run.close();
      delete(run.folder());
    } catch (IOException e) {
      outcome = run.failed(Status.UNAVAILABLE.withDescription("the worker's disk: " + e));
    }
    isolation.users().giveBack(user);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  /** A storage that took too long is no action that did. */
  private static dev.rota.protocols.rpc.Status refusal(StatusRuntimeException e) {
    return e.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED
        ? StatusDetails.of(
            Status.UNAVAILABLE.withDescription(
                "the storage does not answer: " + e.getStatus().getDescription()))
        : StatusDetails.of(e);
  }

  /** Deletes all below, however deep it is; links are not followed. */
  private static void delete(Path folder) throws IOException {
    if (!did("rm", "-rf", "--", folder.toString())) {
      // A command may have made directories that even their owner must not read.
      did("find", folder.toString(), "-type", "d", "-exec", "chmod", "u+rwx", "{}", ";");
      if (!did("rm", "-rf", "--", folder.toString())) {
        throw new IOException("the folder of an action cannot be deleted: " + folder);
      }
    }
  }

  private static boolean did(String... words) throws IOException {
    return ActionProcess.run(List.of(words)) == 0;
  }

  /** One action on its way. */
  private final class ActionRun implements DiskUse {
    private final Path folder;
    private InputTree inputs;
    private ActionProcess process;
    private volatile String endedFor;
    private final ActionResult.Builder result = ActionResult.newBuilder();
    private final ExecutedActionMetadata.Builder times = ExecutedActionMetadata.newBuilder();

    ActionRun(Path folder) {
      this.folder = folder;
      times.setWorker(worker).setWorkerStartTimestamp(now());
    }

    ActionResult result() {
      times.setWorkerCompletedTimestamp(now());
      return result.setExecutionMetadata(times).build();
    }

    ActionOutcome failed(Status status) {
      return new ActionOutcome(StatusDetails.of(status), result());
    }

    void close() throws IOException {
      if (inputs != null) {
        inputs.close();
      }
    }

    @Override
    public Path folder() {
      return folder;
    }

    @Override
    public long bytesShared() {
      return inputs.bytesShared();
    }

    @Override
    public void end(String why) {
      endedFor = why;
      process.end();
    }

    ActionOutcome run(BlobDigest digest, ActionUser user) throws IOException, InterruptedException {
      times.setInputFetchStartTimestamp(now());
      Action action = read(digest, Action.parser(), "action");
      Command command = read(BlobDigest.of(action.getCommandDigest()), Command.parser(), "command");
      Duration timeout = timeout(action);
      List<String> working =
          ActionPath.below(List.of(), command.getWorkingDirectory(), "the working directory");
      ActionSlot slot = ActionSlot.of(folder, user, isolation.sandbox());
      slot.make();
      Path root = slot.root();
      inputs = new InputTree(client, cache, limits, slot);
      inputs.layOut(BlobDigest.of(action.getInputRootDigest()));
      OutputCollector outputs = new OutputCollector(root, working, limits, user);
      Path place = working(root, working, command);
      outputs.prepare(command);
      times.setInputFetchCompletedTimestamp(now());

      Path out = folder.resolve("stdout");
      Path err = folder.resolve("stderr");
      EndedProcess ended;
      boolean isOutOfMemory;
      times.setExecutionStartTimestamp(now());
      try (ControlGroup group = isolation.groups().create(folder.getFileName().toString())) {
        process = new ActionProcess(command, place, slot.in(group), limits.streamBytesMax());
        reserve.add(this);
        ended = process.run(timeout, out, err);
        isOutOfMemory = group.isOutOfMemory();
      } finally {
        reserve.remove(this);
      }
      times.setExecutionCompletedTimestamp(now());

      times.setOutputUploadStartTimestamp(now());
      store(outputs, command, ended, out, err);
      times.setOutputUploadCompletedTimestamp(now());
      Status status = status(ended, isOutOfMemory, timeout);
      return new ActionOutcome(StatusDetails.of(status), result());
    }

    private static Status status(EndedProcess ended, boolean isOutOfMemory, Duration timeout) {
      if (ended.timedOut()) {
        return Status.DEADLINE_EXCEEDED.withDescription(
            "the action was ended after " + timeout.toMillis() + " ms, its time-out");
      }
      return isOutOfMemory
          ? Status.RESOURCE_EXHAUSTED.withDescription(
              "the kernel ended processes of the action: they used more memory than its limit")
          : Status.OK;
    }

    private <T extends Message> T read(BlobDigest digest, Parser<T> parser, String what)
        throws IOException {
      try {
        return parser.parseFrom(client.read(digest, MESSAGE_BYTES_MAX));
      } catch (com.google.protobuf.InvalidProtocolBufferException e) {
        throw ActionPath.invalid("the blob", digest.toString(), "is no " + what);
      }
    }

    private Duration timeout(Action action) {
      if (!action.hasTimeout()) {
        return limits.timeoutMax();
      }
      Duration timeout =
          Duration.ofSeconds(action.getTimeout().getSeconds(), action.getTimeout().getNanos());
      if (timeout.isNegative() || timeout.compareTo(limits.timeoutMax()) > 0) {
        throw Status.INVALID_ARGUMENT
            .withDescription("a time-out of " + timeout + ": at most " + limits.timeoutMax())
            .asRuntimeException();
      }
      return timeout.isZero() ? limits.timeoutMax() : timeout;
    }

    private Path working(Path root, List<String> names, Command command) throws IOException {
      Path working = ActionPath.place(root, names, "the working directory");
      if (!Files.isDirectory(working) || !working.toRealPath().startsWith(root.toRealPath())) {
        throw ActionPath.invalid(
            "the working directory", command.getWorkingDirectory(), "is not among the inputs");
      }
      return working;
    }

    /** What the command said is kept, whatever is wrong with its outputs. */
    private void store(
        OutputCollector outputs, Command command, EndedProcess ended, Path out, Path err)
        throws IOException {
      result.setExitCode(ended.code());
      BlobDigest stdout = outputs.add(out);
      BlobDigest stderr = outputs.add(err);
      Map<BlobDigest, BlobSource> said = Map.copyOf(outputs.blobs());
      result.setStdoutDigest(stdout.message()).setStderrDigest(stderr.message());
      ActionResult.Builder described = ActionResult.newBuilder();
      try {
        checkUsable(outputs.covered(command));
        outputs.collect(command, described);
        checkSize(described.build());
      } catch (StatusRuntimeException e) {
        client.upload(said);
        throw e;
      }
      client.upload(outputs.blobs());
      result.mergeFrom(described.build());
    }

    /** What an action made of other inputs than its own, or before it was ended, is no output. */
    private void checkUsable(Predicate<Path> mayChange) throws IOException {
      if (endedFor != null) {
        throw Status.RESOURCE_EXHAUSTED.withDescription(endedFor).asRuntimeException();
      }
      inputs.check(mayChange);
    }

    /** A report that no front door takes would be said again for ever. */
    private static void checkSize(ActionResult described) {
      int bytes = described.getSerializedSize();
      if (bytes > RESULT_BYTES_MAX) {
        throw Status.RESOURCE_EXHAUSTED
            .withDescription(
                ("the action's result has %d bytes, more than %d: declare a directory as output"
                        + " instead of what is in it")
                    .formatted(bytes, RESULT_BYTES_MAX))
            .asRuntimeException();
      }
    }

    private Timestamp now() {
      Instant now = Instant.now();
      return Timestamp.newBuilder()
          .setSeconds(now.getEpochSecond())
          .setNanos(now.getNano())
          .build();
    }
  }
}
