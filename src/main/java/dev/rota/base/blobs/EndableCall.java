package dev.rota.base.blobs;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;

/** A call that may be ended by another thread than the one that answers it. */
public class EndableCall<Q, A> extends SimpleForwardingServerCall<Q, A> {
  private boolean over;

  public EndableCall(ServerCall<Q, A> call) {
    super(call);
  }

  @Override
  public synchronized void sendHeaders(Metadata headers) {
    if (!over) {
      super.sendHeaders(headers);
    }
  }

  @Override
  public synchronized void sendMessage(A message) {
    if (!over) {
      super.sendMessage(message);
    }
  }

  @Override
  public synchronized void close(Status status, Metadata trailers) {
    if (!over) {
      over = true;
      super.close(status, trailers);
    }
  }

  /** Ends it, unless it is answered. */
  public void end(Status status) {
    close(status, new Metadata());
  }
}
