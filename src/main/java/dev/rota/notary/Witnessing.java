package dev.rota.notary;

import dev.rota.proof.BadProof;
import dev.rota.proof.Note;
import dev.rota.proof.NoteLine;
import dev.rota.proof.Policy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks all witnesses of the policy for the newest checkpoint of a log, in rounds: all for the same
 * one, so that together they suffice. A witness that does not answer rests for a while. Not
 * thread-safe.
 */
final class Witnessing {
  private static final Logger LOG = LoggerFactory.getLogger(Witnessing.class);
  private static final long REST_NANOS = 30_000_000_000L;

  private final List<WitnessClient> witnesses;
  private final Map<String, Long> resting = new HashMap<>();
  private final Map<String, String> asked = new HashMap<>();

  /**
   * Asks those of the policy that have an address.
   *
   * @param limit of each answer
   */
  Witnessing(Policy policy, Duration limit) {
    witnesses =
        policy.witnesses().stream()
            .filter(witness -> witness.url() != null)
            .map(witness -> new WitnessClient(witness, limit))
            .toList();
  }

  boolean isNeeded() {
    return !witnesses.isEmpty();
  }

  /** Asks about the log's newest checkpoint, unless all have cosigned it. */
  void round(PartitionLog log) throws InterruptedException {
    Note newest = log.heads().signed();
    if (newest == null || newest.text().equals(asked.get(log.origin()))) {
      return;
    }
    LogReader reader = log.reader();
    List<NoteLine> lines = new ArrayList<>();
    for (WitnessClient witness : witnesses) {
      NoteLine line = rests(witness) ? null : ask(witness, log.origin(), reader, newest);
      if (line != null) {
        lines.add(line);
      }
    }
    if (lines.size() == witnesses.size()) {
      asked.put(log.origin(), newest.text());
    }
    if (!lines.isEmpty()) {
      log.heads().cosigned(newest, lines);
    }
  }

  private boolean rests(WitnessClient witness) {
    Long until = resting.get(witness.name());
    return until != null && System.nanoTime() - until < 0;
  }

  private NoteLine ask(WitnessClient witness, String origin, LogReader reader, Note note)
      throws InterruptedException {
    try {
      return witness.ask(reader, note);
    } catch (IOException e) {
      resting.put(witness.name(), System.nanoTime() + REST_NANOS);
      LOG.warn("witness {} does not answer: {}", witness.name(), e.toString());
    } catch (BadProof e) {
      asked.put(origin, note.text()); // the same question has the same answer
      LOG.error("witness {} refuses {}: {}", witness.name(), origin, e.getMessage());
    }
    return null;
  }
}
