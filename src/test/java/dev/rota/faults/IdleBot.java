package dev.rota.faults;

import com.google.protobuf.Any;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.BotStatus;
import dev.rota.protocols.remoteworkers.BotsGrpc;
import dev.rota.protocols.remoteworkers.BotsGrpc.BotsStub;
import dev.rota.protocols.remoteworkers.CreateBotSessionRequest;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import dev.rota.protocols.remoteworkers.UpdateBotSessionRequest;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** A bot that answers each lease at once with the same result. It holds no thread. */
final class IdleBot implements StreamObserver<BotSession>, AutoCloseable {
  private static final long POLL_SECONDS = 30;
  private static final Executor LATER =
      CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS);

  private final Channel door;
  private final String instance;
  private final Any result;
  private final BotSession unknown;
  private BotSession session;
  private boolean closed;

  private IdleBot(Channel door, String instance, BotSession unknown, ActionResult result) {
    this.door = door;
    this.instance = instance;
    this.unknown = unknown;
    this.result = Any.pack(result);
  }

  /** Starts one of this family, which is what it offers as OSFamily. */
  static IdleBot start(
      Channel door, String instance, String name, String family, ActionResult result) {
    BotSession.Builder said = BotSession.newBuilder().setBotId(name).setStatus(BotStatus.OK);
    said.getWorkerBuilder()
        .addDevicesBuilder()
        .addPropertiesBuilder()
        .setKey("OSFamily")
        .setValue(family);
    IdleBot bot = new IdleBot(door, instance, said.build(), result);
    bot.say();
    return bot;
  }

  private synchronized void say() {
    BotsStub stub = BotsGrpc.newStub(door).withDeadlineAfter(POLL_SECONDS, TimeUnit.SECONDS);
    if (session == null) {
      stub.createBotSession(
          CreateBotSessionRequest.newBuilder().setParent(instance).setBotSession(unknown).build(),
          this);
    } else {
      stub.updateBotSession(
          UpdateBotSessionRequest.newBuilder()
              .setName(session.getName())
              .setBotSession(session)
              .build(),
          this);
    }
  }

  @Override
  public synchronized void onNext(BotSession answer) {
    BotSession.Builder next = answer.toBuilder().clearLeases();
    for (Lease lease : answer.getLeasesList()) {
      if (lease.getState() != LeaseState.CANCELLED) {
        next.addLeases(lease.toBuilder().setState(LeaseState.COMPLETED).setResult(result));
      }
    }
    session = next.build();
  }

  @Override
  public void onCompleted() {
    sayMore(Runnable::run);
  }

  @Override
  public synchronized void onError(Throwable fault) {
    if (Status.fromThrowable(fault).getCode() == Status.Code.NOT_FOUND) {
      session = null;
    }
    sayMore(LATER);
  }

  private synchronized void sayMore(Executor when) {
    if (!closed) {
      when.execute(this::say);
    }
  }

  /** It says no more. */
  @Override
  public synchronized void close() {
    closed = true;
  }
}
