package dev.rota.client;

import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.OutcomeReason;
import dev.rota.cores.ParathreadClaim;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A collator of the domain {@code cores}. It claims blocks of parathreads and hears what becomes of
 * its claims.
 *
 * <p>A claim lives in the chain's lane, not in this process. At a start the collator reads all
 * outcomes of the chain's partition, so it knows which of its claims are live. A para has one live
 * claim at most: to claim again what is live joins it, and makes no second one. So a program that
 * was killed may claim again whatever it is not sure of.
 */
public final class Collator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Collator.class);
  private static final Duration LEAVE_MAX = Duration.ofSeconds(1);

  private final String chain;
  private final String name;
  private final Consumer<ClaimOutcome> listener;
  private final TopicClient topics;
  private final ClientLoop loop;
  private final CountDownLatch caughtUp = new CountDownLatch(1);
  private final ExecutorService telling =
      Executors.newSingleThreadExecutor(task -> ClientLoop.daemon(task, "collator-listener"));

  /** The last outcome of each live claim, by para. Guarded by itself, as is {@link #waiting}. */
  private final Map<Long, ClaimOutcome> live = new TreeMap<>();

  /** Those who wait for the end of a para's claim. */
  private final Map<Long, CompletableFuture<ClaimOutcome>> waiting = new HashMap<>();

  private Collator(TopicAccess access, String chain, String name, Consumer<ClaimOutcome> listener) {
    this.chain = chain;
    this.name = name;
    this.listener = listener;
    topics = new TopicClient(access, "collator " + name, chain::equals);
    loop = new ClientLoop("collator " + name, topics, new Claims(), LEAVE_MAX);
  }

  /**
   * Starts the collator, and returns when it knows its live claims. The topics must exist.
   *
   * @param chain the lane
   * @param name of the collator; two processes of one name hear each other's claims
   * @param listener hears each outcome of its claims once, in order, in a thread of its own:
   *     SCHEDULED says that a block is to be made, and on which core. Outcomes from before the
   *     start are not heard
   * @throws org.apache.kafka.common.KafkaException if no broker answers, or a topic is missing
   */
  public static Collator start(
      TopicAccess access, String chain, String name, Consumer<ClaimOutcome> listener) {
    Collator collator = new Collator(access, chain, name, listener);
    try {
      collator.topics.assign(
          List.of(collator.topics.of(TopicNames.CORES_OUTCOMES, chain)), List.of());
    } catch (RuntimeException e) {
      collator.topics.close();
      throw e;
    }
    var unused = collator.loop.ended().whenComplete((over, fault) -> collator.caughtUp.countDown());
    collator.loop.start();
    try {
      collator.caughtUp.await();
    } catch (InterruptedException e) {
      collator.close();
      throw new InterruptException(e);
    }
    return collator;
  }

  /** Completes when the collator has ended: exceptionally, if it was not closed. */
  public CompletableFuture<Void> ended() {
    return loop.ended().copy();
  }

  /** The last outcome of each of its live claims, by para. */
  public Map<Long, ClaimOutcome> live() {
    synchronized (live) {
      return Map.copyOf(live);
    }
  }

  /**
   * Claims the next block of a parathread, or joins the live claim of this collator for it.
   *
   * @param para 0 to 2³²-1
   * @return completes with the claim's end: CONCLUDED, DROPPED, or REFUSED with the reason. It
   *     completes exceptionally if the collator is closed before
   * @throws org.apache.kafka.common.KafkaException if the claim cannot be sent; it may be repeated
   */
  public CompletableFuture<ClaimOutcome> claim(long para) {
    CompletableFuture<ClaimOutcome> end;
    synchronized (live) {
      boolean known = live.containsKey(para) || waiting.containsKey(para);
      end = waiting.computeIfAbsent(para, unused -> new CompletableFuture<>());
      if (known) {
        return end.copy();
      }
    }
    try {
      topics.sendNow(TopicNames.CLAIMS, chain, new ParathreadClaim(chain, para, name));
    } catch (RuntimeException e) {
      synchronized (live) {
        waiting.remove(para, end);
      }
      end.completeExceptionally(e);
      throw e;
    }
    return end.copy();
  }

  private final class Claims implements ClientLoop.Role {
    @Override
    public void hear(ConsumerRecord<byte[], byte[]> record, Object value) {
      if (!(value instanceof ClaimOutcome outcome)
          || outcome.getPara() == null
          || !name.equals(outcome.getCollator())) {
        return;
      }
      CompletableFuture<ClaimOutcome> over = take(outcome);
      if (over != null) {
        over.complete(outcome);
      }
      if (caughtUp.getCount() == 0) {
        telling.execute(() -> tell(outcome));
      }
    }

    @Override
    public void work() {
      if (caughtUp.getCount() > 0 && topics.isAtEnds()) {
        caughtUp.countDown();
      }
    }

    @Override
    public void leave() {}

    @Override
    public boolean isGone() {
      return true;
    }
  }

  /** Returns whose claim is over, or null. */
  private CompletableFuture<ClaimOutcome> take(ClaimOutcome outcome) {
    long para = outcome.getPara();
    synchronized (live) {
      switch (outcome.getOutcome()) {
        case CONCLUDED, DROPPED -> {
          live.remove(para);
          return waiting.remove(para);
        }
        case REFUSED -> {
          boolean own =
              outcome.getReason() == OutcomeReason.ALREADY_CLAIMED && live.containsKey(para);
          return own ? null : waiting.remove(para);
        }
        case QUEUED, SCHEDULED, OCCUPIED, RETURNED -> {
          live.put(para, outcome);
          return null;
        }
        default -> {
          return null;
        }
      }
    }
  }

  private void tell(ClaimOutcome outcome) {
    try {
      listener.accept(outcome);
    } catch (RuntimeException e) { // the next one is heard all the same
      LOG.error("collator {}: its listener has failed", name, e);
    }
  }

  /** Stops. Its claims stay live. */
  @Override
  public void close() {
    boolean over = loop.stop();
    telling.shutdown();
    synchronized (live) {
      waiting
          .values()
          .forEach(end -> end.completeExceptionally(new ClientFailure("the collator is closed")));
      waiting.clear();
    }
    if (over) {
      topics.close();
    }
  }
}
