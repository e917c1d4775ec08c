package dev.rota.road.stream.growth;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.Lane;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.kernel.table.TreeRows;
import dev.rota.registry.AvroSerializer;
import dev.rota.registry.EncodedValue;
import dev.rota.registry.Registry;
import dev.rota.road.stream.past.LedgerEnd;
import dev.rota.road.stream.past.PastLedger;
import dev.rota.road.topics.LedgerFrame;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes the moves of lanes to the ledger, each in a transaction of its own. */
final class LaneMover implements AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(10);

  /** Of a lane with many rows. Brokers allow 15 minutes, unless they are told otherwise. */
  private static final int TRANSACTION_MILLIS = 600_000;

  /** A page with one row of the largest size, its key and its headers. */
  private static final int REQUEST_BYTES = RequiredTopics.WRITTEN_BYTES_MAX + (1 << 16);

  private final Domain domain;
  private final PastLedger past;
  private final AvroSerializer values;
  private final KafkaProducer<byte[], byte[]> producer;
  private final long longestMillis;
  private final Map<Integer, PageEnd> ends = new HashMap<>();

  /**
   * Fences whoever moves lanes of this group, and ends what that has left open.
   *
   * @param configs of a producer
   */
  LaneMover(
      Domain domain,
      PastLedger past,
      Registry registry,
      Map<String, Object> configs,
      String group) {
    this.domain = domain;
    this.past = past;
    this.values = new AvroSerializer(registry);
    Map<String, Object> own = new HashMap<>(configs);
    own.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, group + "-grow");
    own.putIfAbsent(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MILLIS);
    longestMillis = Long.parseLong(own.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG).toString());
    own.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, REQUEST_BYTES);
    producer = new KafkaProducer<>(own, new ByteArraySerializer(), new ByteArraySerializer());
    producer.initTransactions();
  }

  /** The ledger of this partition ends so. */
  void begin(int partition, PageEnd end) {
    ends.put(partition, end);
  }

  /**
   * Moves a lane.
   *
   * @param lanes of the partition that it leaves
   * @param written runs before the transaction is committed
   */
  void move(MovingLane moving, LaneStore lanes, int before, int after, Runnable written) {
    long began = System.nanoTime();
    producer.beginTransaction();
    try {
      write(moving, lanes, before, after);
      written.run();
      producer.commitTransaction();
    } catch (ProducerFencedException | InvalidProducerEpochException e) {
      if (System.nanoTime() - began >= longestMillis * 1_000_000L) {
        throw new UnfitCluster(
            "the lane %s of %s, %d bytes, could not be moved within %d s: look whether brokers are slow, and run it again. What has moved stays moved"
                .formatted(moving.lane(), domain.name(), moving.bytes(), longestMillis / 1_000),
            e);
      }
      throw new UnfitCluster(
          "another growth of %s has begun, and this one ends. What it has moved stays moved"
              .formatted(domain.name()),
          e);
    } catch (KafkaException e) {
      producer.abortTransaction();
      throw e;
    }
  }

  private void write(MovingLane moving, LaneStore lanes, int before, int after) {
    List<byte[]> pieces = new ArrayList<>();
    DecidedTurn left = lanes.lane(moving.lane()).leave(moving.to(), before, after, pieces::add);
    Pages from = new Pages(moving.from());
    from.add(left);
    from.close();
    Pages to = new Pages(moving.to());
    Lane arriving = new LaneStore(domain, new TreeRows()).lane(moving.lane());
    TurnEntry entry = left.entry();
    for (int i = 0; i < pieces.size(); i++) {
      LaneArrival piece =
          new LaneArrival(
              moving.from(), entry.number(), i + 1, entry.departure().state(), pieces.get(i));
      to.add(arriving.arrive(piece, entry.rules(), entry.atMillis()));
    }
    to.close();
  }

  private PageEnd end(int partition) {
    return ends.computeIfAbsent(
        partition,
        one -> {
          LedgerEnd end = past.end(one);
          return end.pages() == 0 ? PageEnd.START : new PageEnd(end.pages(), 0, end.seal());
        });
  }

  /** The pages of one partition. */
  private final class Pages {
    private final int partition;
    private final PageWriter writer;
    private long stateDigest;

    Pages(int partition) {
      this.partition = partition;
      this.writer = new PageWriter(partition, end(partition));
    }

    void add(DecidedTurn turn) {
      writer.add(turn.entry());
      stateDigest = turn.stateDigest();
      if (writer.isFull()) {
        close();
      }
    }

    void close() {
      if (!writer.isEmpty()) {
        send(writer.close(_ -> stateDigest));
        ends.put(partition, writer.end());
      }
    }
  }

  private void send(PageWriter.Closed closed) {
    String ledger = RequiredTopics.ledger(domain.name());
    LedgerFrame frame = LedgerFrame.of(closed.page());
    byte[] value =
        values.serialize(
            ledger,
            frame.headers(),
            new EncodedValue(PageWire.schema(closed.page()), closed.bytes()));
    // A commit fails if this does.
    var _ =
        producer.send(
            new ProducerRecord<>(
                ledger,
                closed.page().partition(),
                frame.millis(),
                frame.key(),
                value,
                frame.headers()));
  }

  @Override
  public void close() {
    producer.close(CLOSE);
    values.close();
  }
}
