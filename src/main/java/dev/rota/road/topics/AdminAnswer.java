package dev.rota.road.topics;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;

/** Waits for what the cluster answers. */
public final class AdminAnswer {
  private AdminAnswer() {}

  /**
   * Returns the answer.
   *
   * @param failure what a refusal means
   * @throws KafkaException with that text, and with the refusal as its cause
   */
  public static <T> T of(KafkaFuture<T> answer, String failure) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new KafkaException(failure, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }
}
