package dev.rota.testing;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.MethodDescriptor;
import java.util.concurrent.CountDownLatch;

/** Calls of one method that hang, whoever interrupts them, as a disk may do. */
public final class HangingCalls implements ClientInterceptor {
  private final String method;
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch mayGoOn = new CountDownLatch(1);

  public HangingCalls(String method) {
    this.method = method;
  }

  public Channel on(Channel channel) {
    return ClientInterceptors.intercept(channel, this);
  }

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> called, CallOptions options, Channel next) {
    if (called.getBareMethodName().equals(method)) {
      begun.countDown();
      while (mayGoOn.getCount() > 0) {
        try {
          mayGoOn.await();
        } catch (InterruptedException _) {
          // That is what hanging is.
        }
      }
    }
    return next.newCall(called, options);
  }

  /** Waits until one hangs. */
  public void await() throws InterruptedException {
    begun.await();
  }

  public void goOn() {
    mayGoOn.countDown();
  }
}
