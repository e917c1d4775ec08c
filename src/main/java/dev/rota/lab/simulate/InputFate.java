package dev.rota.lab.simulate;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** What became of an input, in a word. */
final class InputFate {
  static final String REFUSED = "refused";
  static final String DECIDED = "decided";

  /** The fields of outcomes that say it, at once or in their {@code event}. */
  private static final String OUTCOME = "outcome";

  private static final String EVENT = "event";

  private InputFate() {}

  /** The dead letter's reason, {@code refused} or {@code decided}. */
  static String of(DecidedTurn turn) {
    if (turn.entry().reason() != null) {
      return turn.entry().reason();
    }
    return turn.published().stream().anyMatch(InputFate::isRefusal) ? REFUSED : DECIDED;
  }

  /** Returns true for outcomes of the kind REFUSED. */
  static boolean isRefusal(Output output) {
    return output.channel() == Output.Channel.OUTCOMES && isRefusal(output.record());
  }

  private static boolean isRefusal(IndexedRecord outcome) {
    Schema.Field kind = outcome.getSchema().getField(OUTCOME);
    if (kind != null) {
      return "REFUSED".equals(String.valueOf(outcome.get(kind.pos())));
    }
    Schema.Field event = outcome.getSchema().getField(EVENT);
    return event != null
        && outcome.get(event.pos()) instanceof IndexedRecord within
        && isRefusal(within);
  }
}
