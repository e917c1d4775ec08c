package dev.rota.base.ahead;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * Things in order. While whoever reads them works on one, other threads make the next few: those
 * that follow a large one, since a small one is made sooner than it is handed over. Who would wait
 * for another thread makes the ones after that.
 *
 * <p>Each is made once, and by itself. So order, content and failures are those of one thread that
 * makes them one by one.
 */
public final class ReadAheadIterator<T> implements Iterator<T> {
  /** More would wait in memory, and be made no sooner. */
  private static final int MOST = 4;

  private final int size;
  private final IntFunction<T> make;
  private final Predicate<T> isLarge;
  private final Executor others;
  private final Queue<FutureTask<T>> begun = new ArrayDeque<>();
  private int next;
  private boolean ahead;

  /**
   * Makes nothing yet.
   *
   * @param make makes the thing at an index; it reads what nobody changes
   */
  public ReadAheadIterator(int size, IntFunction<T> make, Predicate<T> isLarge) {
    this(size, make, isLarge, ForkJoinPool.commonPool());
  }

  ReadAheadIterator(int size, IntFunction<T> make, Predicate<T> isLarge, Executor others) {
    this.size = size;
    this.make = make;
    this.isLarge = isLarge;
    this.others = others;
  }

  @Override
  public boolean hasNext() {
    return next < size || !begun.isEmpty();
  }

  /** Returns the next thing, or fails as its making failed. */
  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    if (ahead && begun.size() <= 1) { // several at once, since to wake a thread takes its time
      for (int more = begun.size(); more < MOST && next < size; more++) {
        begin();
      }
    }
    T thing = begun.isEmpty() ? make.apply(next++) : made(begun.remove());
    ahead = isLarge.test(thing);
    return thing;
  }

  private void begin() {
    int index = next++;
    FutureTask<T> task = new FutureTask<>(() -> make.apply(index));
    begun.add(task);
    others.execute(task);
  }

  /** What nobody has begun is made here: other threads may have no time. */
  private T made(FutureTask<T> task) {
    task.run();
    // Another thread makes it. The next ones are made here meanwhile.
    for (Iterator<FutureTask<T>> later = begun.iterator(); !task.isDone() && later.hasNext(); ) {
      later.next().run();
    }
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException _) {
          interrupted = true; // it is being made, and takes no time to speak of
        } catch (ExecutionException e) {
          throw unchecked(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException unchecked(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return (RuntimeException) cause; // make declares no other
  }
}
