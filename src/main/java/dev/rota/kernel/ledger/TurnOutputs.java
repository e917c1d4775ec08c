package dev.rota.kernel.ledger;

import dev.rota.base.ahead.ReadAheadIterator;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.limits.TurnBudget;
import dev.rota.kernel.ledger.limits.TurnTooLarge;
import dev.rota.kernel.table.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The outputs of a turn so far with their digest, and its failures. */
final class TurnOutputs {
  private final List<Output> published = new ArrayList<>();
  private final List<RulesFault> faults = new ArrayList<>();

  /** Null before the first output. */
  private Sha256 digest;

  private long bytes;

  /** Only this dead letter: the rules were not asked. */
  static TurnOutputs of(Output deadLetter) {
    TurnOutputs outcome = new TurnOutputs();
    outcome.add(deadLetter);
    return outcome;
  }

  /** Only this dead letter of a failure. */
  static TurnOutputs failed(Output deadLetter, Throwable bug) {
    TurnOutputs outcome = new TurnOutputs();
    outcome.fail(deadLetter, bug);
    return outcome;
  }

  List<Output> published() {
    return published;
  }

  List<RulesFault> faults() {
    return faults;
  }

  /** Ends the outcome: the entry of the lane's next turn, which has it. */
  TurnEntry entry(
      String lane, LaneCursor before, TurnArrival arrival, long atMillis, String reason) {
    return new TurnEntry(
        lane,
        before.number() + 1,
        atMillis,
        arrival.kind(),
        arrival.source(),
        reason,
        arrival instanceof TurnArrival.Unreadable unreadable ? unreadable.key() : null,
        arrival.bytes(),
        published.size(),
        published.isEmpty() ? OutputBytes.NOTHING : digest.finish(),
        before.rules());
  }

  /** The digest so far, for outputs that may still be taken back. */
  private Sha256 soFar(OutputBytes encoder) {
    return digest == null ? encoder.begin() : digest.copy();
  }

  void fail(Output deadLetter, Throwable bug) {
    faults.add(new RulesFault(published.size(), bug));
    add(deadLetter);
  }

  void add(Output deadLetter) {
    digest = digest == null ? new Sha256() : digest;
    OutputBytes.add(digest, deadLetter, deadLetter.payload());
    published.add(deadLetter);
  }

  /** Adds what a deadline or an input published, all of it. */
  void add(Written written) {
    if (!written.outputs.isEmpty()) {
      published.addAll(written.outputs);
      digest = written.digest;
      bytes = written.budget.bytes();
    }
  }

  /** Begins what a deadline or an input publishes. Until it is added it is in no part there. */
  Written more(long bytesMax, OutputBytes encoder) {
    return new Written(this, new TurnBudget(bytesMax, bytes), encoder);
  }

  private record Encoded(Output output, byte[] payload) {
    boolean isLarge() {
      return payload != null && payload.length >= Output.LARGE_BYTES;
    }
  }

  /** What a deadline or an input publishes. */
  static final class Written {
    private final List<Output> outputs = new ArrayList<>();
    private final TurnOutputs before;
    private final TurnBudget budget;
    private final OutputBytes encoder;

    /** Null before the first output. */
    private Sha256 digest;

    private Written(TurnOutputs before, TurnBudget budget, OutputBytes encoder) {
      this.before = before;
      this.budget = budget;
      this.encoder = encoder;
    }

    /**
     * Encodes and counts outputs.
     *
     * @param outputs so many; null: none at this index
     * @throws TurnTooLarge if one exceeds what a record or the turn may have
     */
    void addAll(int count, IntFunction<Output> outputs) {
      new ReadAheadIterator<>(count, index -> encoded(outputs.apply(index)), Encoded::isLarge)
          .forEachRemaining(
              one -> {
                if (one.output != null) {
                  add(one.output, one.payload);
                }
              });
    }

    private Encoded encoded(Output output) {
      return new Encoded(output, output == null ? null : encoder.encode(output));
    }

    private void add(Output output, byte[] payload) {
      budget.add(output, payload, outputs);
      digest = digest == null ? before.soFar(encoder) : digest;
      OutputBytes.add(digest, output, payload);
      outputs.add(encoder.with(output, budget.keepsPayloads() ? payload : null));
    }
  }
}
