package dev.rota.kernel.domain;

import dev.rota.kernel.engine.Engine;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * Those who sent a lane's inputs, as they behaved in history. They meet other decisions now, and
 * send what they would have sent. All turns are {@linkplain #recorded recorded} first.
 *
 * @param <S> the lane's state
 */
public interface Participants<S, F> {
  /**
   * A record that somebody sends.
   *
   * @param topic the input topic
   */
  record Sent(String topic, long atMillis, SpecificRecord record) {}

  /**
   * A recorded turn.
   *
   * @param atMillis its time, epoch ms
   * @param input null: it had none. Its own time is that of its record
   */
  record Past(long number, long atMillis, Sent input) {}

  /** Learns what happened: a turn, and what was decided. */
  void recorded(Past turn, List<F> facts);

  /** The history is over at this time, epoch ms. Called once, before anything is played. */
  default void begin(long endMillis) {}

  /** Returns the inputs in place of a recorded one, at its time. */
  List<Sent> instead(Past turn, S now);

  /** Learns what is decided now. */
  default void decided(List<F> facts) {}

  /**
   * When they send something that history does not have; {@link Engine#NEVER}: not as it stands.
   */
  default long nextMillis() {
    return Engine.NEVER;
  }

  /** The recorded turn behind which that comes, at its time; 0: it comes first. */
  default long nextTurn() {
    return 0;
  }

  /** What they send then; null: nothing after all. */
  default Sent next(S now) {
    throw new IllegalStateException("nothing is to be sent");
  }

  /** Sentences about what had to be assumed, with its extent. */
  default List<String> assumed() {
    return List.of();
  }
}
