package dev.rota.readers.follow;

import dev.rota.kernel.domain.Input;
import dev.rota.kernel.ledger.Entry;
import dev.rota.readers.follow.held.Recent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The names of a domain's input records, by their topics. */
final class InputNames {
  private final Map<String, String> byTopic = new HashMap<>();

  InputNames(List<Input> inputs) {
    inputs.forEach(input -> byTopic.put(input.topic(), input.schema().getName()));
  }

  /**
   * What is held of a turn.
   *
   * @param refused why something was refused; null: nothing was
   */
  Recent recent(Entry turn, String refused) {
    String input =
        turn.kind() == Entry.Kind.INPUT && turn.source() != null
            ? byTopic.get(turn.source().topic())
            : null;
    return new Recent(
        turn.number(),
        turn.atMillis(),
        turn.kind(),
        input,
        turn.reason() == null ? refused : turn.reason(),
        turn.outputs());
  }
}
