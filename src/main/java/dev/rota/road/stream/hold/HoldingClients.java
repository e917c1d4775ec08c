package dev.rota.road.stream.hold;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;

/** Kafka Streams' clients, of which the main consumer fetches nothing of held partitions. */
public final class HoldingClients extends DefaultKafkaClientSupplier {
  /** Kafka Streams makes the consumer of the streams group protocol itself, and then wraps it. */
  private static final String WRAPPER = "__internal.consumer.wrapper__";

  private final HeldPartitions holds;

  private HoldingClients(HeldPartitions holds) {
    this.holds = holds;
  }

  /** With the streams group protocol, lets Kafka Streams wrap the main consumer likewise. */
  public static HoldingClients of(HeldPartitions holds, Properties streams) {
    if ("streams".equals(streams.get(StreamsConfig.GROUP_PROTOCOL_CONFIG))) {
      streams.put(StreamsConfig.mainConsumerPrefix(WRAPPER), HoldingWrapper.class);
      streams.put(StreamsConfig.mainConsumerPrefix(HoldingWrapper.HOLDS), holds);
    }
    return new HoldingClients(holds);
  }

  /** The main consumer of the classic group protocol. */
  @Override
  @SuppressWarnings("unchecked") // it is that consumer, called by another
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    Consumer<byte[], byte[]> whole = super.getConsumer(config);
    PausedPartitions withheld = new PausedPartitions(holds);
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
