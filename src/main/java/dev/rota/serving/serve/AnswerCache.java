package dev.rota.serving.serve;

import dev.rota.base.http.HttpAnswer;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Answers that were given lately. Clients that ask the same at the same time share an answer. Once
 * answering takes more than a fifth of a core, an answer that is less than a second old is given
 * again: the many who look at a busy lane then cost what a few do. Thread-safe.
 */
final class AnswerCache {
  private static final long AGE_MAX_NANOS = 1_000_000_000;

  /** Of each second of time, so much may be spent; what is not spent is saved for a rush. */
  private static final int SHARE = 5;

  private static final long SAVED_MAX_NANOS = 1_000_000_000;
  private static final int HELD_MAX = 256;
  private static final long BYTES_MAX = 32L << 20;

  /** Who waits has one of the server's few threads: after this time few go on to wait. */
  private static final long WAIT_SECONDS = 1;

  private static final int PATIENT_MAX = 2;

  /** The last answer to what was asked at a target; its lock lets one after the other ask. */
  private static final class Last {
    private final ReentrantLock lock = new ReentrantLock(true);
    private HttpReply reply;
    private long began;
    private long ended;
    private RuntimeException failure;
    private long failed;
  }

  private final LongSupplier nanos;
  private final Semaphore patient = new Semaphore(PATIENT_MAX);
  private final LinkedHashMap<String, Last> held = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;
  private long saved = SAVED_MAX_NANOS;
  private long savedAt;

  /**
   * Holds nothing yet.
   *
   * @param nanos a clock
   */
  AnswerCache(LongSupplier nanos) {
    this.nanos = nanos;
    this.savedAt = nanos.getAsLong();
  }

  /** Shares the handler's answers; what it answers depends on the target and on the tag alone. */
  Function<HttpCall, HttpAnswer> sharing(Function<HttpCall, ? extends HttpAnswer> handler) {
    return call -> answer(call, handler);
  }

  private HttpAnswer answer(HttpCall call, Function<HttpCall, ? extends HttpAnswer> handler) {
    long asked = nanos.getAsLong();
    Last last = of(call.target());
    hold(last.lock);
    try {
      return answer(call, handler, last, asked);
    } finally {
      last.lock.unlock();
    }
  }

  /** A long answer, such as a replay, does not keep the threads of those who ask something else. */
  private void hold(ReentrantLock lock) {
    try {
      if (lock.tryLock(WAIT_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
      if (!patient.tryAcquire()) {
        throw ProblemDetails.busy("others wait for the same answer");
      }
      try {
        lock.lockInterruptibly();
      } finally {
        patient.release();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw ProblemDetails.busy("the server stops");
    }
  }

  private HttpAnswer answer(
      HttpCall call, Function<HttpCall, ? extends HttpAnswer> handler, Last last, long asked) {
    if (last.reply != null && (last.ended > asked || isEnough(last))) {
      return again(call, last.reply);
    }
    if (last.failure != null && last.failed > asked) {
      throw last.failure; // else those who wait for a busy lane would fail one after the other
    }
    last.failure = null;
    long began = nanos.getAsLong();
    try {
      HttpAnswer answer = handler.apply(call);
      if (answer instanceof HttpReply reply && isNews(call, last, reply)) {
        last.began = began;
        last.ended = nanos.getAsLong();
      }
      return answer;
    } catch (RuntimeException e) {
      last.failure = e;
      last.failed = nanos.getAsLong();
      throw e;
    } finally {
      spend(nanos.getAsLong() - began);
    }
  }

  /** Returns true if what is held is now the answer. */
  private boolean isNews(HttpCall call, Last last, HttpReply reply) {
    if (reply.status() == JsonAnswers.NOT_MODIFIED) {
      return last.reply != null && Objects.equals(tag(last.reply), tag(reply));
    }
    return reply.status() == 200 && isHeld(call.target(), last, reply);
  }

  private boolean isEnough(Last last) {
    return nanos.getAsLong() - last.began < AGE_MAX_NANOS && isPoor();
  }

  private static HttpReply again(HttpCall call, HttpReply reply) {
    String tag = tag(reply);
    return tag != null && JsonAnswers.has(call, tag) ? JsonAnswers.unchanged(tag) : reply;
  }

  private static String tag(HttpReply reply) {
    return reply.headers().get("ETag");
  }

  private synchronized Last of(String target) {
    Last last = held.computeIfAbsent(target, _ -> new Last());
    makeRoom();
    return last;
  }

  /** Holds the reply, unless others' answers have needed its place. */
  private synchronized boolean isHeld(String target, Last last, HttpReply reply) {
    if (held.get(target) != last) {
      return false;
    }
    bytes += reply.body().length - bytes(last);
    last.reply = reply;
    makeRoom();
    return true;
  }

  private void makeRoom() {
    Iterator<Last> eldest = held.values().iterator();
    while (held.size() > HELD_MAX || bytes > BYTES_MAX) {
      bytes -= bytes(eldest.next());
      eldest.remove();
    }
  }

  /** How many targets it knows. */
  synchronized int size() {
    return held.size();
  }

  private static int bytes(Last last) {
    return last.reply == null ? 0 : last.reply.body().length;
  }

  private synchronized void spend(long costNanos) {
    save();
    saved = Math.max(-SAVED_MAX_NANOS, saved - costNanos);
  }

  private synchronized boolean isPoor() {
    save();
    return saved < 0;
  }

  private void save() {
    long now = nanos.getAsLong();
    saved = Math.min(SAVED_MAX_NANOS, saved + (now - savedAt) / SHARE);
    savedAt = now;
  }
}
