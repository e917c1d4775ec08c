package dev.rota.readers.notary;

import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.NoteLine;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.TrustPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks all witnesses of the policy for the newest checkpoint of a log, in rounds: all for the same
 * one, so that together they suffice. A witness that does not answer rests for a while; one that
 * has trouble with a log rests from this log. A log whose answers cannot be kept rests, too. Not
 * thread-safe, but for {@link #end}.
 */
final class WitnessRounds {
  private static final Logger LOG = LoggerFactory.getLogger(WitnessRounds.class);
  private static final long REST_NANOS = 30_000_000_000L;

  private final List<Asked> witnesses;
  private final LongSupplier nanos;

  /** Logs that failed, by origin. */
  private final Map<String, Long> resting = new HashMap<>();

  private volatile boolean ended;

  /** A witness, and what it was asked. The maps' keys are origins of logs. */
  private static final class Asked {
    private final WitnessClient witness;
    private final Map<String, String> answered = new HashMap<>();
    private final Map<String, Long> restsFrom = new HashMap<>();
    private Long rests;

    Asked(WitnessClient witness) {
      this.witness = witness;
    }
  }

  /**
   * Asks those of the policy that have an address.
   *
   * @param limit of each answer
   * @param nanos a clock that only rests are measured with, as {@link System#nanoTime}
   */
  WitnessRounds(TrustPolicy policy, Duration limit, LongSupplier nanos) {
    this.nanos = nanos;
    this.witnesses =
        policy.witnesses().stream()
            .filter(witness -> witness.url() != null)
            .map(witness -> new Asked(new WitnessClient(witness, limit)))
            .toList();
  }

  boolean isNeeded() {
    return !witnesses.isEmpty();
  }

  /** Asks nobody from now on. May be called by any thread. */
  void end() {
    ended = true;
  }

  /** Asks those about the log's newest checkpoint who have not answered yet. */
  void round(PartitionLog log) throws InterruptedException {
    SignedNote newest = log.heads().signed();
    if (newest == null || isResting(resting.get(log.origin()))) {
      return;
    }
    try {
      ask(log, newest);
    } catch (RuntimeException e) {
      resting.put(log.origin(), nanos.getAsLong() + REST_NANOS);
      throw e;
    }
  }

  private void ask(PartitionLog log, SignedNote newest) throws InterruptedException {
    Map<Asked, NoteLine> lines = new LinkedHashMap<>();
    for (Asked asked : witnesses) {
      if (!ended && isDue(asked, log.origin(), newest)) {
        NoteLine line = ask(asked, log, newest);
        if (line != null) {
          lines.put(asked, line);
        }
      }
    }
    if (!lines.isEmpty()) {
      log.heads().cosigned(newest, List.copyOf(lines.values()));
      lines.keySet().forEach(asked -> asked.answered.put(log.origin(), newest.text()));
    }
  }

  private boolean isDue(Asked asked, String origin, SignedNote note) {
    return !note.text().equals(asked.answered.get(origin))
        && !isResting(asked.rests)
        && !isResting(asked.restsFrom.get(origin));
  }

  private boolean isResting(Long until) {
    return until != null && nanos.getAsLong() - until < 0;
  }

  private NoteLine ask(Asked asked, PartitionLog log, SignedNote note) throws InterruptedException {
    String name = asked.witness.name();
    try {
      return asked.witness.ask(log.reader(), note);
    } catch (IOException e) {
      asked.rests = nanos.getAsLong() + REST_NANOS;
      LOG.warn("witness {} does not answer: {}", name, e.toString());
    } catch (WitnessClient.NotNow e) {
      asked.restsFrom.put(log.origin(), nanos.getAsLong() + REST_NANOS);
      LOG.warn("witness {} cannot cosign {} now: {}", name, log.origin(), e.getMessage());
    } catch (BadProof e) {
      asked.answered.put(log.origin(), note.text()); // the same question has the same answer
      LOG.error("witness {} refuses {}: {}", name, log.origin(), e.getMessage());
    }
    return null;
  }
}
