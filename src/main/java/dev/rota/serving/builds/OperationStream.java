package dev.rota.serving.builds;

import dev.rota.protocols.longrunning.Operation;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * A client that waits for an operation. A slow one is told the newest standing alone; the last
 * message has what came of it.
 */
final class OperationStream implements OperationWatchers.OperationWatch {
  private final OperationName name;
  private final ServerCallStreamObserver<Operation> client;
  private final OperationMessages messages;
  private final Executor workers;
  private final Consumer<OperationStream> end;

  private OperationStanding last;
  private OperationStanding sent;
  private boolean sending;
  private boolean ended;

  /**
   * Begins a stream. It must be made in the call's own thread, before the call returns.
   *
   * @param end is told once when the client is answered or gone
   */
  OperationStream(
      OperationName name,
      ServerCallStreamObserver<Operation> client,
      OperationMessages messages,
      Executor workers,
      Consumer<OperationStream> end) {
    this.name = name;
    this.client = client;
    this.messages = messages;
    this.workers = workers;
    this.end = end;
    client.setOnCancelHandler(this::close);
    client.setOnReadyHandler(this::next);
  }

  OperationName name() {
    return name;
  }

  @Override
  public String operation() {
    return name.operation();
  }

  @Override
  public synchronized OperationStanding last() {
    return last;
  }

  @Override
  public void stands(OperationStanding standing) {
    if (!name.isOf(standing)) {
      isUnknown();
      return;
    }
    synchronized (this) {
      if (last != null && last.isOver()) {
        return; // what came of it stays, even if the grid forgets it
      }
      last = standing;
    }
    next();
  }

  @Override
  public void isUnknown() {
    synchronized (this) {
      if (last != null && last.isOver()) {
        return;
      }
    }
    workers.execute(() -> fail(CallFaults.told("operation " + name, name.unknown())));
  }

  /** Lets one worker send what is new, if the client takes it. */
  private void next() {
    synchronized (this) {
      boolean isNew = last != null && !last.equals(sent);
      if (ended || sending || !isNew || !(client.isReady() || last.isOver())) {
        return;
      }
      sending = true;
    }
    workers.execute(this::send);
  }

  private void send() {
    OperationStanding standing = last();
    Operation message =
        standing.isOver()
            ? messages.over(name, standing)
            : OperationMessages.open(name, standing, Map.of());
    synchronized (this) {
      sending = false;
      sent = standing;
      if (ended) {
        return;
      }
      client.onNext(message);
    }
    if (standing.isOver()) {
      complete();
    } else {
      next();
    }
  }

  /** The operation is over already. */
  void answer(Operation over) {
    synchronized (this) {
      if (ended) {
        return;
      }
      client.onNext(over);
    }
    complete();
  }

  private void complete() {
    if (close()) {
      client.onCompleted();
    }
  }

  void fail(Throwable fault) {
    if (close()) {
      client.onError(CallFaults.of(fault));
    }
  }

  synchronized boolean isEnded() {
    return ended;
  }

  /** Returns true the first time. */
  private boolean close() {
    synchronized (this) {
      if (ended) {
        return false;
      }
      ended = true;
    }
    end.accept(this);
    return true;
  }
}
