package dev.rota.testing;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.BotsGrpc.BotsImplBase;
import dev.rota.protocols.remoteworkers.CreateBotSessionRequest;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import dev.rota.protocols.remoteworkers.UpdateBotSessionRequest;
import io.grpc.Context;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A front door for bots whose work a test gives out. Its port may close and open again. */
public final class ScriptedFrontDoor extends BotsImplBase implements AutoCloseable {
  private final List<BotSession> said = new ArrayList<>();
  private final List<Lease> completed = new ArrayList<>();
  private final Map<String, Lease> leases = new LinkedHashMap<>();
  private int port;
  private Server server;
  private int sessions;
  private String session = "";
  private Status refusal;

  public ScriptedFrontDoor() throws IOException {
    open();
  }

  /** Opens the port, the same as before. */
  public void open() throws IOException {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .addService(this)
            .build()
            .start();
    port = server.getPort();
  }

  public int port() {
    return port;
  }

  /** Gives out a lease. */
  public synchronized void lease(String id, Message payload) {
    leases.put(
        id,
        Lease.newBuilder()
            .setId(id)
            .setState(LeaseState.PENDING)
            .setPayload(Any.pack(payload))
            .build());
    notifyAll();
  }

  /** Takes a lease away. */
  public synchronized void takeAway(String id) {
    leases.remove(id);
    notifyAll();
  }

  /** Knows its session no more. */
  public synchronized void forget() {
    session = "";
    leases.clear();
    notifyAll();
  }

  /** Answers so from now on; null: as usual. */
  public synchronized void refuse(Status status) {
    refusal = status;
  }

  /** All that bots have said, and what they completed. */
  public synchronized List<BotSession> said() {
    return List.copyOf(said);
  }

  public synchronized List<Lease> completed() {
    return List.copyOf(completed);
  }

  public synchronized int sessions() {
    return sessions;
  }

  @Override
  public void createBotSession(
      CreateBotSessionRequest request, StreamObserver<BotSession> observer) {
    BotSession answer;
    synchronized (this) {
      if (refusal != null) {
        observer.onError(refusal.asRuntimeException());
        return;
      }
      said.add(request.getBotSession());
      sessions++;
      session = request.getParent() + "/" + sessions;
      answer = answer(request.getBotSession());
    }
    observer.onNext(answer);
    observer.onCompleted();
  }

  @Override
  public void updateBotSession(
      UpdateBotSessionRequest request, StreamObserver<BotSession> observer) {
    try {
      BotSession answer = updated(request.getBotSession());
      observer.onNext(answer);
      observer.onCompleted();
    } catch (InterruptedException _) {
      observer.onError(Status.UNAVAILABLE.asRuntimeException());
    } catch (io.grpc.StatusRuntimeException e) {
      observer.onError(e);
    }
  }

  private synchronized BotSession updated(BotSession bot) throws InterruptedException {
    said.add(bot);
    for (Lease lease : bot.getLeasesList()) {
      if (lease.getState() == LeaseState.COMPLETED && leases.remove(lease.getId()) != null) {
        completed.add(lease);
      }
    }
    notifyAll();
    Context call = Context.current();
    while (bot.getName().equals(session)
        && !call.isCancelled()
        && call.getDeadline().timeRemaining(TimeUnit.MILLISECONDS) > 9_000
        && leases.size() == bot.getLeasesCount()
        && bot.getStatus() == dev.rota.protocols.remoteworkers.BotStatus.OK) {
      wait(50);
    }
    if (!bot.getName().equals(session)) {
      throw Status.NOT_FOUND.withDescription("no session " + bot.getName()).asRuntimeException();
    }
    return answer(bot);
  }

  private BotSession answer(BotSession bot) {
    BotSession.Builder answer = bot.toBuilder().setName(session).clearLeases();
    answer.getExpireTimeBuilder().setSeconds(Instant.now().getEpochSecond() + 60);
    return answer.addAllLeases(leases.values()).build();
  }

  /** Closes the port, as if the process had been killed. */
  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
