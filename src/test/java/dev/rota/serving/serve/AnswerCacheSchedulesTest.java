package dev.rota.serving.serve;

import static dev.rota.testing.ScheduleExplorer.require;
import static dev.rota.testing.ScheduleExplorer.together;

import dev.rota.base.http.HttpAnswer;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.testing.ScheduleExplorer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("schedules")
class AnswerCacheSchedulesTest {
  private static final HttpCall CALL =
      new HttpCall("GET", Map.of(), Map.of(), Map.of(), _ -> null, null, new byte[0], "/lanes");

  @Test
  void noClientSeesAnOlderAnswerThanBeforeAndOneAtATimeIsMade() {
    ScheduleExplorer.explore(
        () -> {
          AtomicLong nanos = new AtomicLong();
          AtomicInteger version = new AtomicInteger();
          AtomicInteger making = new AtomicInteger();
          Function<HttpCall, HttpAnswer> shared =
              new AnswerCache(nanos::incrementAndGet)
                  .sharing(
                      _ -> {
                        require(making.incrementAndGet() == 1, making);
                        byte now = (byte) version.get();
                        making.decrementAndGet();
                        return new HttpReply(200, "text/plain", new byte[] {now});
                      });
          Runnable client =
              () -> {
                int before = version(shared);
                require(before <= version(shared), before);
              };
          together(client, client, version::incrementAndGet);
        });
  }

  private static int version(Function<HttpCall, HttpAnswer> shared) {
    return ((HttpReply) shared.apply(CALL)).body()[0];
  }
}
