package dev.rota.base.actions;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rota.base.actions.ActionRunner.ActionOutcome;
import dev.rota.base.actions.ControlGroups.GroupLimits;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.base.blobs.StatusDetails;
import dev.rota.base.text.PrintableText;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.remoteworkers.Lease;
import io.grpc.Channel;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bots of one machine, which share a cache of inputs. Each has a session of its own and one
 * lease at a time: the protocol has no word for a bot that takes several.
 */
public final class BotHost implements AutoCloseable {
  /** The instance of bots that work for all. */
  public static final String EVERYBODY = "*";

  private static final Logger LOG = LoggerFactory.getLogger(BotHost.class);

  /** How long a message to the storage may take. */
  private static final Duration MESSAGE_MAX = Duration.ofMinutes(1);

  /** How long actions that are ended may take to end, and then bots to say goodbye. */
  private static final Duration GOODBYE = Duration.ofSeconds(5);

  private final BotHostOptions options;
  private final Channel storage;
  private final List<AutoCloseable> parts = new ArrayList<>();
  private final List<BotSessionLoop> bots = new ArrayList<>();
  private final ActionIsolation isolation;
  private ActionRunner runner;

  /**
   * What a machine offers, and to whom.
   *
   * @param identity of the only bot; several have numbers behind its id
   * @param bots leases at a time
   * @param dir for this host alone: its cache, and the folders of actions
   * @param users who runs the actions, as {@link ActionUsers#open} takes it
   * @param sandbox what each action runs in
   * @param cacheBytesMax of inputs that stay for the next actions
   * @param drain how long what runs may go on once the host is to end
   */
  public record BotHostOptions(
      BotIdentity identity,
      int bots,
      Path dir,
      String users,
      ActionSandbox sandbox,
      long cacheBytesMax,
      ActionLimits limits,
      GroupLimits groupLimits,
      Duration drain) {
    /** Storages do not know everybody. */
    private String storageInstance() {
      return identity.instance().equals(EVERYBODY) ? "" : identity.instance();
    }
  }

  private BotHost(BotHostOptions options, Channel storage, ActionIsolation isolation) {
    this.options = options;
    this.storage = storage;
    this.isolation = isolation;
  }

  /**
   * Starts the bots. What a killed host left in the directory ends first.
   *
   * @param doors front doors, any of which will do; the caller closes them after the host
   * @param storage of blobs
   * @throws IOException if the directory cannot be used, or another process uses it
   */
  public static BotHost open(BotHostOptions options, List<? extends Channel> doors, Channel storage)
      throws IOException {
    ActionUsers users = ActionUsers.open(options.users(), options.bots());
    ControlGroups groups = ControlGroups.open(options.groupLimits());
    BotHost host =
        new BotHost(options, storage, new ActionIsolation(groups, users, options.sandbox()));
    try {
      host.open(doors);
    } catch (IOException e) {
      host.close();
      throw e;
    }
    return host;
  }

  private void open(List<? extends Channel> doors) throws IOException {
    parts.add(isolation);
    Path dir =
        isolation.users().areOwn()
            ? options.dir()
            : ActionUsers.made(options.dir().toAbsolutePath());
    BlobFolder cache = BlobFolder.open(dir.resolve("cache"), options.cacheBytesMax());
    parts.add(cache);
    runner =
        ActionRunner.open(
            options.identity().id(),
            dir.resolve("work"),
            isolation,
            cache,
            new BlobClient(storage, options.storageInstance(), MESSAGE_MAX),
            options.limits());
    parts.add(runner);
    LOG.info("{}", isolation);
    for (int i = 1; i <= options.bots(); i++) {
      BotIdentity one = options.identity();
      bots.add(BotSessionLoop.start(options.bots() == 1 ? one : one.numbered(i), doors, this::run));
    }
  }

  /** Says what keeps actions apart. */
  public String isolation() {
    return isolation.toString();
  }

  /** Completes when the bots have ended; with a fault if a front door refuses them. */
  public CompletableFuture<Void> ended() {
    return CompletableFuture.anyOf(CompletableFuture.allOf(futures()), failed())
        .thenApply(_ -> null);
  }

  private CompletableFuture<?>[] futures() {
    return bots.stream().map(BotSessionLoop::ended).toArray(CompletableFuture<?>[]::new);
  }

  private CompletableFuture<Void> failed() {
    CompletableFuture<Void> failed = new CompletableFuture<>();
    for (BotSessionLoop bot : bots) {
      bot.ended()
          .exceptionally(
              fault -> {
                failed.completeExceptionally(fault);
                return null;
              });
    }
    return failed;
  }

  private ActionOutcome run(Lease lease) {
    Digest action;
    try {
      action = action(lease);
    } catch (InvalidProtocolBufferException _) {
      return new ActionOutcome(
          StatusDetails.of(
              Status.INVALID_ARGUMENT.withDescription(
                  "the lease's payload is neither an action nor its digest")),
          ActionResult.getDefaultInstance());
    }
    ActionOutcome outcome = runner.run(action);
    LOG.info(
        "lease {}, action {}: {}",
        lease.getId(),
        action.getHash(),
        outcome.status().getCode() == Status.Code.OK.value()
            ? "exit code " + outcome.result().getExitCode()
            : PrintableText.line(outcome.status().getMessage()));
    return outcome;
  }

  private static Digest action(Lease lease) throws InvalidProtocolBufferException {
    Any payload = lease.hasPayload() ? lease.getPayload() : lease.getInlineAssignment();
    if (payload.is(Action.class)) {
      return BlobDigest.of(payload.getValue().toByteArray()).message();
    }
    return payload.unpack(Digest.class);
  }

  /**
   * Lets what runs come to its end, within the limit; then ends it, and tells the front door. What
   * cannot be ended, such as a thread that waits for a disk, is left behind.
   */
  @Override
  public void close() {
    bots.forEach(BotSessionLoop::drain);
    if (!await(options.drain())) {
      LOG.warn("actions are ended, as they have not ended within {}", options.drain());
      bots.forEach(BotSessionLoop::cancel);
      if (!await(GOODBYE)) {
        bots.forEach(BotSessionLoop::giveUp);
        await(GOODBYE);
      }
    }
    abandon();
  }

  /** Ends all actions and bots at once. The front door is not told; it will miss them. */
  public void abandon() {
    bots.forEach(BotSessionLoop::end);
    bots.forEach(BotSessionLoop::close);
    for (int i = parts.size() - 1; i >= 0; i--) {
      try {
        parts.get(i).close();
      } catch (Exception e) {
        LOG.warn("a part of the bots did not close cleanly", e);
      }
    }
  }

  private boolean await(Duration most) {
    try {
      CompletableFuture.allOf(futures()).get(most.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException _) {
      return false;
    } catch (ExecutionException theyHaveEnded) {
      return true;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
