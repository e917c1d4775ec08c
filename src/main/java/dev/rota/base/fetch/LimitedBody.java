package dev.rota.base.fetch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** Collects a response body and cancels it if it is too long. */
final class LimitedBody implements BodySubscriber<byte[]> {
  private final int bytesMax;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private Subscription subscription;

  LimitedBody(int bytesMax) {
    this.bytesMax = bytesMax;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return whole;
  }

  @Override
  public void onSubscribe(Subscription opened) {
    subscription = opened;
    opened.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> parts) {
    for (ByteBuffer part : parts) {
      if (bytes.size() + part.remaining() > bytesMax) {
        subscription.cancel();
        whole.completeExceptionally(
            new IOException("the answer is longer than " + bytesMax + " bytes"));
        return;
      }
      byte[] copy = new byte[part.remaining()];
      part.get(copy);
      bytes.writeBytes(copy);
    }
  }

  @Override
  public void onError(Throwable problem) {
    whole.completeExceptionally(problem);
  }

  @Override
  public void onComplete() {
    whole.complete(bytes.toByteArray());
  }
}
