package dev.rota.ledger;

import dev.rota.domain.Output;
import dev.rota.table.Sha256;
import java.util.ArrayList;
import java.util.List;

/** The outputs of a turn so far with their digest, and its failures. */
final class Outcome {
  /** Copied, never used: to make one from scratch takes longer. */
  private static final Sha256 NO_OUTPUTS = new Sha256();

  private final List<Output> published = new ArrayList<>();
  private final List<Fault> faults = new ArrayList<>();
  private Sha256 digest = NO_OUTPUTS.copy();
  private long bytes;

  List<Output> published() {
    return published;
  }

  List<Fault> faults() {
    return faults;
  }

  /** Ends the outcome, and returns the digest of its outputs. */
  byte[] digest() {
    return digest.finish();
  }

  void fail(Output deadLetter, Throwable bug) {
    faults.add(new Fault(published.size(), bug));
    add(deadLetter);
  }

  void add(Output deadLetter) {
    EntrySealer.add(digest, deadLetter, deadLetter.payload());
    published.add(deadLetter);
  }

  /** Adds what a deadline or an input published, all of it. */
  void add(Written written) {
    published.addAll(written.outputs);
    digest = written.digest;
    bytes = written.budget.bytes();
  }

  /** Begins what a deadline or an input publishes. Until it is added it is in no part there. */
  Written more(long bytesMax, EntrySealer sealer) {
    return new Written(new TurnBudget(bytesMax, bytes), digest.copy(), sealer);
  }

  /** What a deadline or an input publishes. */
  static final class Written {
    private final List<Output> outputs = new ArrayList<>();
    private final TurnBudget budget;
    private final Sha256 digest;
    private final EntrySealer sealer;

    private Written(TurnBudget budget, Sha256 digest, EntrySealer sealer) {
      this.budget = budget;
      this.digest = digest;
      this.sealer = sealer;
    }

    /**
     * Encodes and counts an output.
     *
     * @throws TurnTooLarge if it exceeds what a record or the turn may have
     */
    void add(Output output) {
      byte[] payload = sealer.encode(output);
      budget.add(output, payload, outputs);
      EntrySealer.add(digest, output, payload);
      outputs.add(sealer.with(output, budget.keepsPayloads() ? payload : null));
    }
  }
}
