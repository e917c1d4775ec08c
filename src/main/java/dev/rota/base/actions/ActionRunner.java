package dev.rota.base.actions;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.Timestamp;
import dev.rota.base.actions.ActionProcess.EndedProcess;
import dev.rota.base.actions.ControlGroups.ControlGroup;
import dev.rota.base.actions.DiskReserve.DiskUse;
import dev.rota.base.actions.StreamRecorder.Recording;
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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  private static final Status ENDED = Status.CANCELLED.withDescription("the action was ended");

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
      runner.delete(actions);
      Files.createDirectories(actions);
      isolation.tryOut(isolation.users().makeReachable(actions));
      runner.delete(actions.resolve(ActionIsolation.TRIAL));
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
    ActionUser user;
    try {
      user = isolation.users().take();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return run.failed(ENDED);
    }
    try {
      return outcome(run, digest, user);
    } finally {
      isolation.users().giveBack(user);
    }
  }

  private ActionOutcome outcome(ActionRun run, Digest digest, ActionUser user) {
    boolean interrupted = false;
    ActionOutcome outcome;
    try {
      outcome = run.run(BlobDigest.of(digest), user);
    } catch (InterruptedException _) {
      interrupted = true;
      outcome = run.failed(ENDED);
    } catch (StatusRuntimeException e) {
      outcome = new ActionOutcome(refusal(e), run.result());
    } catch (IOException e) {
      outcome = run.failed(Status.UNAVAILABLE.withDescription("the worker's disk: " + e));
    }
    // What is left to do must not be cut short.
    interrupted |= Thread.interrupted();
    if (interrupted) {
      outcome = run.failed(ENDED);
    }
    try {
      run.close();
      delete(run.folder());
    } catch (IOException e) {
      outcome = run.failed(Status.UNAVAILABLE.withDescription("the worker's disk: " + e));
    }
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
  private void delete(Path folder) throws IOException {
    String name = folder.toString();
    Duration most = limits.storeMax();
    if (!ActionProcess.did(most, List.of("rm", "-rf", "--", name))) {
      // A command may have made directories that even their owner must not read.
      ActionProcess.did(most, List.of("chmod", "-R", "u+rwx", "--", name));
      if (!ActionProcess.did(most, List.of("rm", "-rf", "--", name))) {
        throw new IOException("the folder of an action cannot be deleted: " + folder);
      }
    }
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
      Path place = working(root, working, command);
      try (OutputCollector outputs = new OutputCollector(root, working, limits, user);
          StreamRecorder out = StreamRecorder.open(folder, "stdout", limits.streamBytesMax());
          StreamRecorder err = StreamRecorder.open(folder, "stderr", limits.streamBytesMax())) {
        outputs.prepare(command);
        times.setInputFetchCompletedTimestamp(now());
        Status status = execute(command, place, slot, timeout, out, err);
        times.setOutputUploadStartTimestamp(now());
        ActionOutcome stored = inTime(() -> store(outputs, command, out.finish(), err.finish()));
        times.setOutputUploadCompletedTimestamp(now());
        result.mergeFrom(stored.result());
        return status.isOk() ? new ActionOutcome(stored.status(), result()) : failed(status);
      }
    }

    private Status execute(
        Command command,
        Path place,
        ActionSlot slot,
        Duration timeout,
        StreamRecorder out,
        StreamRecorder err)
        throws IOException, InterruptedException {
      times.setExecutionStartTimestamp(now());
      try (ControlGroup group = isolation.groups().create(folder.getFileName().toString())) {
        process = new ActionProcess(command, place, slot.in(group));
        reserve.add(this);
        EndedProcess ended = process.run(timeout, out, err);
        result.setExitCode(ended.code());
        times.setExecutionCompletedTimestamp(now());
        return status(ended, group.isOutOfMemory(), timeout);
      } finally {
        reserve.remove(this);
      }
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
      } catch (com.google.protobuf.InvalidProtocolBufferException _) {
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

    /** Waits for what may hang with a disk or a storage, in a thread that can be left behind. */
    private ActionOutcome inTime(Callable<ActionOutcome> storing)
        throws IOException, InterruptedException {
      FutureTask<ActionOutcome> task = new FutureTask<>(storing);
      Thread thread =
          Thread.ofPlatform().daemon().name("outputs-" + folder.getFileName()).start(task);
      try {
        return task.get(limits.storeMax().toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException _) {
        throw Status.UNAVAILABLE
            .withDescription(
                ("the outputs are not stored after %s, so the action is tried elsewhere; look at"
                        + " the worker's disk and at the storage")
                    .formatted(limits.storeMax()))
            .asRuntimeException();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof IOException fault) {
          throw fault;
        }
        if (e.getCause() instanceof StatusRuntimeException refusal) {
          throw refusal;
        }
        throw new IllegalStateException(e.getCause());
      } finally {
        thread.interrupt();
      }
    }

    /** What the command said is kept, whatever is wrong with its outputs. */
    private ActionOutcome store(
        OutputCollector outputs, Command command, Recording out, Recording err) throws IOException {
      ActionResult.Builder said =
          ActionResult.newBuilder()
              .setStdoutDigest(outputs.add(out))
              .setStderrDigest(outputs.add(err));
      Map<BlobDigest, BlobSource> streams = Map.copyOf(outputs.blobs());
      ActionResult.Builder described = said.clone();
      try {
        checkUsable(outputs.covered(command));
        check(out);
        check(err);
        outputs.collect(command, described);
        checkSize(described.build());
      } catch (StatusRuntimeException e) {
        client.upload(streams);
        return new ActionOutcome(StatusDetails.of(e), said.build());
      }
      client.upload(outputs.blobs());
      return new ActionOutcome(StatusDetails.of(Status.OK), described.build());
    }

    private static void check(Recording said) {
      if (!said.fault().isOk()) {
        throw said.fault().asRuntimeException();
      }
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
