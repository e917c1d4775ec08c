package dev.rota.road.stream.kafka;

import dev.rota.kernel.ledger.packs.PackChangelog;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.internals.AsyncKafkaConsumer;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceData;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.internals.ConsumerWrapper;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorContextImpl;
import org.apache.kafka.streams.processor.internals.ProcessorNode;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.apache.kafka.streams.state.internals.WrappedStateStore;

/**
 * All that Rota uses of the internals of Kafka's clients and of Kafka Streams. They may change with
 * any release. No other class of the road names one (a wall), and {@code KafkaInternalsIT} tries
 * each promise that is written here against the release in use.
 */
public final class KafkaInternals {
  /** Kafka Streams makes the consumer of the streams group protocol itself, and then wraps it. */
  private static final String WRAPPER = "__internal.consumer.wrapper__";

  private static final String FRONT = "rota.main.consumer";

  private KafkaInternals() {}

  /**
   * A store that is asked for what it holds back right before each commit of its task. What it
   * writes and what is forwarded then is still in the transaction. Public interfaces have no such
   * moment: {@link StateStore#commit} comes after the commit, and {@link ProcessorContext#commit}
   * asks for one that may come many records later.
   */
  public interface FlushedStore
      extends KeyValueStore<Bytes, byte[]>, CachedStateStore<byte[], byte[]> {
    /** The task commits next. */
    @Override
    void flushCache();

    /** The task goes on as a standby: what is held back is dropped. */
    @Override
    void clearCache();

    @Override
    default boolean setFlushListener(
        CacheFlushListener<byte[], byte[]> listener, boolean sendOldValues) {
      return false;
    }
  }

  /** Returns the store that was built. Kafka Streams hands wrappers of it to a processor. */
  public static StateStore built(StateStore store) {
    StateStore inner = store;
    while (inner instanceof WrappedStateStore<?, ?, ?> wrapped) {
      inner = wrapped.wrapped();
    }
    return inner;
  }

  /**
   * Returns an action that may forward records while its task commits. They come from the processor
   * that is at work now: Kafka Streams refuses a record without a sender, and a commit has none.
   */
  public static Runnable asNow(ProcessorContext<?, ?> context, Runnable action) {
    if (!(context instanceof InternalProcessorContext<?, ?> inner)) {
      return action;
    }
    ProcessorNode<?, ?, ?, ?> now = inner.currentNode();
    return () -> {
      ProcessorNode<?, ?, ?, ?> before = inner.currentNode();
      inner.setCurrentNode(now);
      try {
        action.run();
      } finally {
        inner.setCurrentNode(before);
      }
    };
  }

  /** A changelog, and how far its store is. */
  public interface TaskChangelog extends PackChangelog {
    /** Its partition, with the offset behind the last record that the store has taken or sent. */
    Map<TopicPartition, Long> taken();
  }

  /** The changelog of a store. A context without Kafka Streams is one itself. */
  public static TaskChangelog changelog(String store, StateStoreContext context) {
    return context instanceof TaskChangelog own ? own : new StoreChangelog(store, context);
  }

  /**
   * The changelog that Kafka Streams has for a store. Its records are in the task's transaction,
   * and are not those of the store's rows.
   */
  public record StoreChangelog(String store, StateStoreContext context) implements TaskChangelog {
    @Override
    public void send(byte[] key, byte[] value) {
      InternalProcessorContext<?, ?> inner = (InternalProcessorContext<?, ?>) context;
      long atMillis = inner.recordContext().timestamp();
      inner.logChange(
          store, Bytes.wrap(key), value, atMillis, new RecordHeaders(), Position.emptyPosition());
    }

    @Override
    public long freshNumber() {
      long now = ((InternalProcessorContext<?, ?>) context).currentSystemTimeMs();
      // Offsets begin again in one that is made anew, and a disk may have packs of the one before.
      return Math.max(taken().values().stream().mapToLong(next -> next).max().orElse(0) + 1, now);
    }

    @Override
    public Map<TopicPartition, Long> taken() {
      // Cast here alone: a context that is no task's opens stores, and writes nothing.
      return ((ProcessorContextImpl) context).stateManager().changelogOffsets();
    }
  }

  /**
   * Kafka Streams' own clients. Its main consumer is used through a front, under either group
   * protocol: the front has a say in what is polled, paused and resumed, and sees whose offsets a
   * task asks for when it opens.
   *
   * @param streams settings of the application, which are completed
   * @param front makes the front of each main consumer
   */
  public static KafkaClientSupplier clients(
      Properties streams, UnaryOperator<Consumer<byte[], byte[]>> front) {
    if ("streams".equals(streams.get(StreamsConfig.GROUP_PROTOCOL_CONFIG))) {
      streams.put(StreamsConfig.mainConsumerPrefix(WRAPPER), FrontedConsumer.class);
      streams.put(StreamsConfig.mainConsumerPrefix(FRONT), front);
    }
    return new DefaultKafkaClientSupplier() {
      @Override
      public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return front.apply(super.getConsumer(config));
      }
    };
  }

  /** The main consumer of the streams group protocol, which Kafka Streams makes by this name. */
  public static final class FrontedConsumer extends ConsumerWrapper {
    private Consumer<byte[], byte[]> front;

    @Override
    @SuppressWarnings("unchecked") // as it was put there
    public void wrapConsumer(
        AsyncKafkaConsumer<byte[], byte[]> whole,
        Map<String, Object> config,
        Optional<StreamsRebalanceData> rebalancing) {
      super.wrapConsumer(whole, config, rebalancing);
      front = ((UnaryOperator<Consumer<byte[], byte[]>>) config.get(FRONT)).apply(whole);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration limit) {
      return front.poll(limit);
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> these) {
      return front.committed(these);
    }

    @Override
    public void pause(Collection<TopicPartition> these) {
      front.pause(these);
    }

    @Override
    public void resume(Collection<TopicPartition> these) {
      front.resume(these);
    }
  }
}
