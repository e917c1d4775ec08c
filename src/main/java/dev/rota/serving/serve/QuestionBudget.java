package dev.rota.serving.serve;

import dev.rota.kernel.ledger.TurnEntry;

/** What one question may cost the process that also serves others. Not thread-safe. */
final class QuestionBudget {
  private static final int RECORDED_MAX = 200_000;
  private static final long BYTES_MAX = 1L << 27;
  private static final int PLAYED_MAX = 1_000_000;

  private int recorded;
  private long bytes;
  private int played;

  /** A turn of the history is kept in memory. */
  void keep(TurnEntry turn) {
    recorded++;
    bytes += turn.input() == null ? 0 : turn.input().length;
    if (recorded > RECORDED_MAX || bytes > BYTES_MAX) {
      throw tooLarge(
          "the lane has more than %d turns, or %d MiB of inputs"
              .formatted(RECORDED_MAX, BYTES_MAX >> 20));
    }
  }

  /** A turn is decided that history does not have. */
  void play() {
    played++;
    if (played > PLAYED_MAX) {
      throw tooLarge("the change makes more than %d turns".formatted(PLAYED_MAX));
    }
  }

  private static ProblemDetails.Refused tooLarge(String why) {
    return new ProblemDetails.Refused(
        new ProblemDetails(422, "too large", why, "use 'rota whatif', which has no such limit"));
  }
}
