package dev.rota.serving.serve;

import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LiveDomain;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Questions about the past replay a lane. So few are answered at a time. */
final class PastQuestions {
  private static final int AT_ONCE = 2;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Who waits has one of the server's few threads, and probes need them as well. */
  private static final long WAIT_SECONDS = 1;

  private final Semaphore places = new Semaphore(AT_ONCE, true);

  <T> T ask(LiveDomain domain, String lane, Function<LaneAnswers, T> question) {
    try {
      if (!places.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw ProblemDetails.busy("other questions about the past are being answered");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw ProblemDetails.busy("the server stops");
    }
    try {
      return domain.past(lane, LIMIT, question);
    } finally {
      places.release();
    }
  }
}
