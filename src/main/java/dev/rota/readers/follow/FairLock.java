package dev.rota.readers.follow;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Lets one after the other at something, in the order in which they came. */
final class FairLock {
  private final ReentrantLock lock = new ReentrantLock(true);

  /** Waits as long as it takes. */
  void hold(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Asks while nobody changes what is asked.
   *
   * @throws LaneBusy if its turn has not come after so long, or the thread is interrupted
   */
  <T> T ask(long waitMillis, Supplier<T> question) {
    try {
      if (!lock.tryLock(waitMillis, TimeUnit.MILLISECONDS)) {
        throw new LaneBusy();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new LaneBusy();
    }
    try {
      return question.get();
    } finally {
      lock.unlock();
    }
  }
}
