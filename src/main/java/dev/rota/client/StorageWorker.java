package dev.rota.client;

import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.PingRefusal;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerOutcomeKind;
import dev.rota.chunks.WorkerPing;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A storage worker of the domain {@code chunks}. It pings, reads its set, and hands each change to
 * a {@link ChunkStore}.
 *
 * <p>It keeps nothing but the set in memory. At each start it reads the last snapshot of the set
 * and the changes after it, and checks each digest. So one that was killed goes on with the set
 * that the network has of it. Where a digest is wrong it reads all anew.
 *
 * <p>{@link #close} does not leave the network: a worker that comes back within the policy's {@code
 * pingTimeoutMs} moves no data. {@link #leave} does.
 */
public final class StorageWorker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StorageWorker.class);
  private static final Duration LEAVE_MAX = Duration.ofSeconds(30);
  private static final Duration PING = Duration.ofSeconds(20);
  private static final long AGAIN_NANOS = 1_000_000_000;
  private static final String RULES = "rota.rules";

  private final StorageOffer offer;
  private final ChunkStore store;
  private final TopicClient topics;
  private final ClientLoop loop;
  private final TopicPartition snapshots;
  private final TopicPartition assignments;
  private final TopicPartition outcomes;
  private final ExecutorService storing =
      Executors.newSingleThreadExecutor(task -> ClientLoop.daemon(task, "chunk-store"));
  private final Worker role = new Worker();
  private volatile Exception broken;
  private volatile boolean leaves;

  private StorageWorker(TopicAccess access, StorageOffer offer, ChunkStore store) {
    this.offer = offer;
    this.store = store;
    String name = "storage worker " + offer.worker();
    String own = offer.network() + "/" + offer.worker() + "/";
    topics =
        new TopicClient(access, name, key -> key.equals(offer.network()) || key.startsWith(own));
    try {
      snapshots = topics.of(TopicNames.CHUNKS_SNAPSHOTS, offer.network());
      assignments = topics.of(TopicNames.CHUNKS_ASSIGNMENTS, offer.network());
      outcomes = topics.of(TopicNames.CHUNKS_OUTCOMES, offer.network());
    } catch (RuntimeException e) {
      topics.close();
      throw e;
    }
    loop = new ClientLoop(name, topics, role, LEAVE_MAX);
  }

  /**
   * Starts the worker. The topics must exist. An engine need not run yet.
   *
   * @throws org.apache.kafka.common.KafkaException if no broker answers, or a topic is missing
   */
  public static StorageWorker start(TopicAccess access, StorageOffer offer, ChunkStore store) {
    StorageWorker worker = new StorageWorker(access, offer, store);
    try {
      worker.role.readSnapshot();
    } catch (RuntimeException e) {
      worker.topics.close();
      throw e;
    }
    worker.loop.start();
    return worker;
  }

  /**
   * Completes when the worker has ended: exceptionally, if nobody stopped it. {@link
   * ClientFailure}: the network refuses it, or its store has failed.
   */
  public CompletableFuture<Void> ended() {
    return loop.ended().copy();
  }

  /** What the worker reads at present. Only the client's thread uses it. */
  private final class Worker implements ClientLoop.Role {
    /** The snapshot so far, by part. */
    private final TreeMap<Integer, WorkerAssignment> parts = new TreeMap<>();

    /** Null: the snapshot is being read. */
    private AssignedChunks set;

    private boolean reading;
    private boolean sized;
    private boolean again;
    private long readNanos = System.nanoTime();
    private long writtenMillis;
    private long pingedNanos = System.nanoTime() - PING.toNanos();
    private boolean gone;

    @Override
    public void hear(ConsumerRecord<byte[], byte[]> record, Object value) {
      if (again) {
        return;
      }
      if (record.topic().equals(TopicNames.CHUNKS_SNAPSHOTS)) {
        part(record, (WorkerAssignment) value);
      } else if (value instanceof WorkerAssignment delta
          && delta.getWorker().equals(offer.worker())) {
        delta(record, delta);
      } else if (value instanceof NetworkOutcome outcome
          && outcome.getEvent() instanceof WorkerOutcome mine
          && mine.getWorker().equals(offer.worker())) {
        hear(mine);
      }
    }

    /** Of each key the last record counts. */
    private void part(ConsumerRecord<byte[], byte[]> record, WorkerAssignment part) {
      String key = TopicClient.key(record);
      int number = Integer.parseInt(key.substring(key.lastIndexOf('/') + 1));
      if (part == null) {
        parts.remove(number);
      } else {
        parts.put(number, part);
        sized = isSized(record);
        writtenMillis = record.timestamp();
      }
    }

    private static boolean isSized(ConsumerRecord<byte[], byte[]> record) {
      return !TopicClient.header(record.headers(), RULES).equals("1");
    }

    private void delta(ConsumerRecord<byte[], byte[]> record, WorkerAssignment delta) {
      if (set == null) {
        return;
      }
      try {
        StorageChange change = set.take(delta, isSized(record));
        if (change != null) {
          apply(change);
        }
      } catch (AssignedChunks.WrongSet e) {
        readAgain(e.getMessage());
      }
    }

    private void hear(WorkerOutcome outcome) {
      switch (outcome.getOutcome()) {
        case REFUSED -> {
          if (outcome.getReason() != PingRefusal.LATE) {
            throw new ClientFailure(
                "worker %s is refused by network %s: %s, %s"
                    .formatted(
                        offer.worker(), offer.network(), outcome.getReason(), outcome.getDetail()));
          }
        }
        case LEFT, FORGOTTEN -> {
          gone |= leaves && outcome.getOutcome() == WorkerOutcomeKind.LEFT;
          if (set != null) {
            readAgain("the network has it no longer: " + outcome.getOutcome());
          }
        }
        default -> {}
      }
    }

    private void readAgain(String why) {
      LOG.warn("storage worker {}: reading its set anew: {}", offer.worker(), why);
      again = true;
    }

    @Override
    public void work() {
      if (broken != null) {
        throw new ClientFailure(
            "the store of worker %s has failed: %s".formatted(offer.worker(), broken));
      }
      if (leaves) {
        return;
      }
      long now = System.nanoTime();
      if (again && now - readNanos >= AGAIN_NANOS) {
        readNanos = now;
        readSnapshot();
      }
      if (now - pingedNanos >= PING.toNanos()) {
        pingedNanos = now;
        ping(false);
      }
      if (reading && topics.isAtEnds() && AssignedChunks.isWhole(parts)) {
        readChanges();
      }
    }

    /** Its key may come later: with the answer to the first ping. */
    private void readSnapshot() {
      topics.assign(List.of(snapshots), List.of(outcomes));
      parts.clear();
      set = null;
      reading = true;
      again = false;
    }

    /** The snapshot's own generation is skipped by its number. */
    private void readChanges() {
      try {
        set = AssignedChunks.of(parts, sized);
      } catch (AssignedChunks.WrongSet e) {
        readAgain(e.getMessage());
        return;
      }
      apply(set.whole(parts.lastEntry().getValue().getEffectiveFrom()));
      reading = false;
      topics.assign(List.of(), List.of(assignments, outcomes));
      topics.seek(assignments, writtenMillis - 1);
    }

    private void ping(boolean leaving) {
      topics.send(
          TopicNames.WORKER_PINGS,
          offer.network(),
          WorkerPing.newBuilder()
              .setNetwork(offer.network())
              .setWorker(offer.worker())
              .setCapacityBytes(offer.capacityBytes())
              .setVersion(offer.version())
              .setStoredBytes(store.storedBytes())
              .setLeaving(leaving)
              .build());
    }

    @Override
    public void leave() {
      gone = !leaves;
      if (leaves) {
        ping(true);
      }
    }

    @Override
    public boolean isGone() {
      return gone;
    }
  }

  private void apply(StorageChange change) {
    storing.execute(
        () -> {
          try {
            if (broken == null) {
              store.apply(change);
            }
          } catch (Exception e) {
            if (storing.isShutdown()) {
              return; // it was interrupted
            }
            LOG.error("storage worker {}: its store has failed", offer.worker(), e);
            broken = e;
          }
        });
  }

  /** Leaves the network for good, then stops. Its chunks are placed elsewhere. */
  public void leave() {
    leaves = true;
    close();
  }

  /** Stops. The network keeps the worker until it has been silent for {@code pingTimeoutMs}. */
  @Override
  public void close() {
    boolean over = loop.stop();
    storing.shutdownNow();
    if (over) {
      topics.close();
    }
  }
}
