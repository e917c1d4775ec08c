package dev.rota.readers.forecast;

import dev.rota.kernel.domain.ForecastModel.Start;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import java.util.List;

/**
 * When a thing is started, as far as that is known.
 *
 * @param told where it is, in words; null: the reason tells it
 * @param start null: none is forecast
 * @param reason why it is started, ends or still waits then; null: nothing is known
 * @param turns that are taken until then
 * @param asOfMillis the present time, epoch ms
 * @param atMillis up to when the copy went on, epoch ms
 * @param assumed sentences without their full stops
 */
public record ForeseenStart(
    Thing thing,
    Outcome outcome,
    String told,
    Start start,
    Reason reason,
    long turns,
    long asOfMillis,
    long atMillis,
    List<String> assumed) {
  /** What is forecast. */
  public enum Outcome {
    /** It was started already. */
    STARTED,
    /** It is over already. */
    OVER,
    STARTS,
    /** It ends without being started. */
    ENDS,
    /** It still waits at the horizon. */
    WAITS,
    /** The forecast stopped before the horizon. */
    UNTOLD
  }
}
