package dev.rota.road.stream.hold;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collection;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** The main consumer of Kafka Streams, which fetches nothing of held partitions. */
public final class HoldingConsumer {
  private HoldingConsumer() {}

  /** The same consumer, used so that it obeys these holds. */
  @SuppressWarnings("unchecked") // it is that consumer, called by another
  public static Consumer<byte[], byte[]> of(Consumer<byte[], byte[]> whole, Holds holds) {
    Withheld withheld = new Withheld(holds);
    return (Consumer<byte[], byte[]>)
        Proxy.newProxyInstance(
            Consumer.class.getClassLoader(),
            new Class<?>[] {Consumer.class},
            (proxy, method, arguments) -> {
              try {
                return switch (method.getName()) {
                  case "poll" -> {
                    whole.pause(withheld.held(whole.assignment()));
                    whole.resume(withheld.released());
                    yield method.invoke(whole, arguments);
                  }
                  case "pause" -> {
                    withheld.paused(partitions(arguments));
                    yield method.invoke(whole, arguments);
                  }
                  case "resume" -> method.invoke(whole, withheld.resumable(partitions(arguments)));
                  default -> method.invoke(whole, arguments);
                };
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @SuppressWarnings("unchecked") // as the consumer's methods have it
  private static Collection<TopicPartition> partitions(Object[] arguments) {
    return (Collection<TopicPartition>) arguments[0];
  }
}
