package dev.rota.readers.follow;

import static dev.rota.base.text.LogField.domain;
import static dev.rota.base.text.LogField.partition;

import dev.rota.kernel.domain.Domain;
import dev.rota.road.health.LedgerReading;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the ledger of one partition in a thread of its own, for ever: it reads, begins again
 * after trouble, and reports how far it is. {@link LiveLanes} has what is read.
 */
final class LivePartition implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LivePartition.class);
  private static final long PAUSE_MILLIS = 500;
  private static final long CLOSE_MILLIS = 5_000;

  private final Domain domain;
  private final Supplier<TopicLogs> open;
  private final CheckpointChoice since;
  private final TopicPartition ledger;
  private final LedgerTally tally = new LedgerTally();
  private final LiveLanes lanes;
  private final CountDownLatch ending = new CountDownLatch(1);
  private final Thread thread;

  /** Only its own thread changes what is reported. */
  private volatile FollowProgress standing;

  LivePartition(
      Domain domain,
      Supplier<TopicLogs> open,
      CheckpointChoice since,
      int partition,
      TurnAudience audience) {
    this.domain = domain;
    this.open = open;
    this.since = since;
    this.ledger = new TopicPartition(RequiredTopics.ledger(domain.name()), partition);
    this.lanes = new LiveLanes(domain, audience, tally, this::standing);
    this.standing = FollowProgress.begins(partition, System.currentTimeMillis());
    this.thread = new Thread(this::run, "follow-" + domain.name() + "-" + partition);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Its lanes, to ask. */
  LiveLanes lanes() {
    return lanes;
  }

  /** What the model of health needs of it, without waiting. */
  LedgerReading reading() {
    return new LedgerReading(standing.progress(), lanes.setAside(), tally.letters());
  }

  /** How far it is, without waiting. */
  FollowProgress standing() {
    return standing;
  }

  /** The offsets behind the last inputs that the ledger has, as far as it is read. */
  Map<TopicPartition, Long> taken() {
    return tally.inputs();
  }

  private void run() {
    while (!isEnding()) {
      try (TopicLogs logs = open.get();
          PartitionFollower begun = begin(logs)) {
        LedgerWatch watch = new LedgerWatch(logs, ledger);
        while (!isEnding() && isGoingOn(begun, watch)) {
          // It goes on until it ends, or until nothing that comes can be proved.
        }
        ending.await();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        trouble(e);
      } catch (Error e) {
        die(e);
        throw e;
      }
      pause();
    }
  }

  private PartitionFollower begin(TopicLogs logs) {
    var beginning = new ReplayStart(domain, logs, since, ledger.partition());
    OpenedCheckpoint start = beginning.nearest("", HistoryMoment.END);
    return lanes.begin(logs, ledger.partition(), start, this::isEnding);
  }

  /** Takes what comes next, or waits a moment for it. Returns false if it cannot go on. */
  private boolean isGoingOn(PartitionFollower begun, LedgerWatch watch) {
    try {
      watch.look(begun);
      // Until it has caught up it knows what is there, and need not wait to see that no more comes.
      boolean some = begun.await(standing.caughtUp() ? Long.MAX_VALUE : watch.committed());
      if (some) {
        lanes.take(standing.caughtUp());
      }
      long behind = Math.max(0, watch.committed() - begun.position());
      boolean caughtUp = standing.caughtUp() || !some && behind == 0;
      if (caughtUp && !standing.caughtUp()) {
        lanes.caughtUp();
      }
      if (caughtUp && behind == 0) {
        lanes.heard(System.currentTimeMillis());
      }
      tell(behind, caughtUp, null);
      return true;
    } catch (LedgerWatch.Broken e) {
      lose(e.getMessage());
    } catch (InvalidOffsetException e) {
      lose("records that were not read yet are gone: " + e.getMessage());
    } catch (KafkaException e) {
      trouble(e);
      pause();
      return true;
    } catch (RuntimeException e) {
      LOG.error(
          "{} cannot be followed any more",
          ledger,
          domain(domain.name()),
          partition(ledger.partition()),
          e);
      lose("the program failed over it: " + e);
    }
    return false;
  }

  private void lose(String why) {
    LOG.debug("{} is no longer verified: {}", ledger, why);
    lanes.doubt(why);
    tell(null);
  }

  /** Nobody starts the thread again. What it has read is not the newest for long. */
  private void die(Error e) {
    String why = "its follower ended, restart the process: " + e;
    LOG.error("{}: {}", ledger, why, domain(domain.name()), partition(ledger.partition()));
    lanes.doubt(why);
    tell(why);
  }

  private void trouble(RuntimeException e) {
    String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    if (standing.trouble() == null) {
      LOG.warn(
          "{} cannot be read at present: {}",
          ledger,
          why,
          domain(domain.name()),
          partition(ledger.partition()));
    }
    tell(why);
  }

  private void tell(String trouble) {
    tell(standing.behind(), standing.caughtUp(), trouble);
  }

  private void tell(long behind, boolean caughtUp, String trouble) {
    standing = standing.next(lanes.read(), behind, caughtUp, trouble, System.currentTimeMillis());
  }

  private boolean isEnding() {
    return ending.getCount() == 0;
  }

  private void pause() {
    try {
      var _ = ending.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      ending.countDown();
      Thread.currentThread().interrupt();
    }
  }

  /** A call to a broker that is away may outlive this by seconds: its thread is a daemon. */
  @Override
  public void close() {
    ending.countDown();
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
