package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.base.http.HttpAnswer;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Few questions get the newest answer. Of many that are costly, each gets one of this second. */
final class AnswerCacheTest {
  private static final long MILLI = 1_000_000;

  private final AtomicLong nanos = new AtomicLong(77);
  private final AtomicInteger turn = new AtomicInteger(1);
  private final AtomicInteger made = new AtomicInteger();
  private final AnswerCache lately = new AnswerCache(nanos::get);

  /** Answers with the turn, as the routes of a lane do. */
  private Function<HttpCall, HttpAnswer> handler(long costMillis) {
    return lately.sharing(
        call -> {
          nanos.addAndGet(costMillis * MILLI);
          made.incrementAndGet();
          String tag = '"' + turn.toString() + '"';
          return JsonAnswers.has(call, tag)
              ? JsonAnswers.unchanged(tag)
              : reply(turn.toString(), tag);
        });
  }

  private static HttpReply reply(String body, String tag) {
    return new HttpReply(200, ServedRoute.JSON, body.getBytes(UTF_8), Map.of("ETag", tag));
  }

  private static HttpCall call(String target, String tag) {
    return new HttpCall("GET", Map.of(), Map.of(), Map.of(), _ -> tag, null, null, target);
  }

  private static void ask(Function<HttpCall, HttpAnswer> handler, String target) {
    assertThat(said(handler.apply(call(target, null)))).startsWith("200");
  }

  private static String said(HttpAnswer answer) {
    HttpReply reply = (HttpReply) answer;
    return reply.status() + " " + new String(reply.body(), UTF_8);
  }

  @Test
  void fewQuestionsGetTheNewestAnswer() {
    Function<HttpCall, HttpAnswer> handler = handler(10);
    for (int i = 1; i <= 200; i++) { // 10 ms of each 100
      turn.set(i);
      assertThat(said(handler.apply(call("/a", null)))).isEqualTo("200 " + i);
      nanos.addAndGet(90 * MILLI);
    }
  }

  @Test
  void aRushGetsAnAnswerOfThisSecond() {
    Function<HttpCall, HttpAnswer> handler = handler(10);
    long began = nanos.get();
    for (int i = 1; i <= 1_000; i++) {
      turn.set(i);
      int answered = Integer.parseInt(said(handler.apply(call("/a", null))).substring(4));
      nanos.addAndGet(MILLI);
      // Of the newest before 1 s, of which each turn took 1 ms at least.
      assertThat(answered).isBetween(Math.max(1, i - 1_000), i);
    }
    long elapsedMillis = (nanos.get() - began) / MILLI;
    assertThat(made.get() * 10L).isBetween(1_000L, 1_000 + elapsedMillis / 5 + 10);

    nanos.addAndGet(5_000 * MILLI); // enough is saved again
    turn.set(5_000);
    assertThat(said(handler.apply(call("/a", null)))).isEqualTo("200 5000");
  }

  @Test
  void whatOthersAskedIsNotTheAnswer() {
    Function<HttpCall, HttpAnswer> handler = handler(2_000);
    ask(handler, "/a");
    turn.set(2);
    assertThat(said(handler.apply(call("/b", null)))).isEqualTo("200 2");
  }

  @Test
  void whoHasTheAnswerIsToldSo() {
    Function<HttpCall, HttpAnswer> handler = handler(900);
    assertThat(said(handler.apply(call("/a", null)))).isEqualTo("200 1");
    assertThat(said(handler.apply(call("/a", "\"1\"")))).isEqualTo("304 ");
    assertThat(said(handler.apply(call("/a", null)))).isEqualTo("200 1");
    assertThat(said(handler.apply(call("/a", "\"1\"")))).isEqualTo("304 ");
  }

  @Test
  void whoHasTheNewestIsNotGivenAnOlder() {
    Function<HttpCall, HttpAnswer> handler = handler(1_500);
    assertThat(said(handler.apply(call("/a", null)))).isEqualTo("200 1");
    turn.set(2);
    // Told that it has the newest. What is held is not made newer by that.
    assertThat(said(handler.apply(call("/a", "\"2\"")))).isEqualTo("304 ");
    assertThat(said(handler.apply(call("/a", null)))).isEqualTo("200 2");
  }

  @Test
  void aRefusalIsNotHeld() {
    AtomicInteger asked = new AtomicInteger();
    Function<HttpCall, HttpAnswer> handler =
        lately.sharing(
            _ -> {
              nanos.addAndGet(3_000 * MILLI);
              if (asked.incrementAndGet() == 1) {
                throw ProblemDetails.bad("no", "ask again");
              }
              return new HttpReply(asked.get() == 2 ? 307 : 200, ServedRoute.JSON, new byte[0]);
            });
    assertThatThrownBy(() -> handler.apply(call("/a", null)))
        .isInstanceOf(ProblemDetails.Refused.class);
    assertThat(said(handler.apply(call("/a", null)))).startsWith("307");
    assertThat(said(handler.apply(call("/a", null)))).startsWith("200");
  }

  @Test
  void thoseWhoWaitForTheSameShareIt() throws Exception {
    CountDownLatch going = new CountDownLatch(1);
    Function<HttpCall, HttpAnswer> handler =
        lately.sharing(
            _ -> {
              made.incrementAndGet();
              await().until(() -> going.getCount() == 0);
              nanos.addAndGet(1);
              return reply("it", "\"1\"");
            });
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<HttpAnswer>> answers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        answers.add(threads.submit(() -> handler.apply(call("/a", null))));
      }
      await().until(() -> made.get() == 1 && waiting() == 3);
      going.countDown();
      for (Future<HttpAnswer> one : answers) {
        assertThat(said(one.get())).isEqualTo("200 it");
      }
      assertThat(made).hasValue(1);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void thoseWhoWaitForTheSameShareAFailure() throws Exception {
    CountDownLatch going = new CountDownLatch(1);
    Function<HttpCall, HttpAnswer> handler =
        lately.sharing(
            _ -> {
              int times = made.incrementAndGet();
              await().until(() -> going.getCount() == 0);
              nanos.addAndGet(1);
              if (times == 1) {
                throw new IllegalStateException("busy");
              }
              return reply("it", "\"1\"");
            });
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<HttpAnswer>> answers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        answers.add(threads.submit(() -> handler.apply(call("/a", null))));
      }
      await().until(() -> made.get() == 1 && waiting() == 3);
      going.countDown();
      for (Future<HttpAnswer> one : answers) {
        assertThatThrownBy(one::get).hasMessageContaining("busy");
      }
      assertThat(made).hasValue(1);
      assertThat(said(handler.apply(call("/a", null)))).isEqualTo("200 it"); // who asks later
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void whatIsNeverAnsweredIsForgotten() {
    Function<HttpCall, HttpAnswer> handler =
        lately.sharing(_ -> new HttpReply(404, ServedRoute.JSON, new byte[0]));
    for (int i = 0; i < 10_000; i++) {
      var _ = handler.apply(call("/" + i, null));
    }
    assertThat(lately.size()).isLessThan(1_000);
  }

  private static long waiting() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(one -> one.getName().startsWith("pool-"))
        .filter(one -> one.getState() != Thread.State.RUNNABLE && isInTheCache(one))
        .count();
  }

  private static boolean isInTheCache(Thread one) {
    return Arrays.stream(one.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("hold"));
  }

  /** The threads of a server are few. */
  @Test
  void aLongAnswerThatManyWaitForLeavesThreadsToShortQuestions() throws Exception {
    CountDownLatch going = new CountDownLatch(1);
    Function<HttpCall, HttpAnswer> handler =
        lately.sharing(
            call -> {
              await().until(() -> call.target().equals("/b") || going.getCount() == 0);
              nanos.addAndGet(1);
              return reply("it", "\"1\"");
            });
    ExecutorService threads = Executors.newFixedThreadPool(5);
    try {
      List<Future<HttpAnswer>> many = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        many.add(threads.submit(() -> handler.apply(call("/a", null))));
      }
      Future<HttpAnswer> other = threads.submit(() -> handler.apply(call("/b", null)));
      assertThat(said(other.get())).isEqualTo("200 it");
      going.countDown();
      int shared = 0;
      for (Future<HttpAnswer> one : many) {
        try {
          assertThat(said(one.get())).isEqualTo("200 it");
          shared++;
        } catch (ExecutionException e) {
          assertThat(e).cause().hasMessageContaining("others wait for the same answer");
        }
      }
      assertThat(shared).as("four had to make room for the other question").isBetween(1, 4);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void whatIsHeldIsBounded() {
    byte[] large = new byte[20 << 20];
    Function<HttpCall, HttpAnswer> handler =
        lately.sharing(
            call -> {
              nanos.addAndGet(100 * MILLI);
              made.incrementAndGet();
              return new HttpReply(
                  200, ServedRoute.JSON, call.target().equals("/small") ? new byte[9] : large);
            });
    for (int i = 0; i < 20; i++) { // nothing is saved after it
      ask(handler, "/" + i);
    }
    int before = made.get();
    ask(handler, "/18"); // two of them are too large
    assertThat(made.get()).isEqualTo(before + 1);
    ask(handler, "/18");
    assertThat(made.get()).isEqualTo(before + 1);
    ask(handler, "/small");
    ask(handler, "/18");
    assertThat(made.get()).isEqualTo(before + 2);
  }
}
