package dev.rota.base.ahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadAheadIteratorTest {
  private static final int SIZE = 1_000;

  private static List<Integer> all(ReadAheadIterator<Integer> ahead) {
    List<Integer> all = new ArrayList<>();
    ahead.forEachRemaining(all::add);
    return all;
  }

  @Test
  void thingsComeInOrderAndEachIsMadeOnce() {
    AtomicInteger made = new AtomicInteger();
    ReadAheadIterator<Integer> ahead =
        new ReadAheadIterator<>(
            SIZE, index -> index + 0 * made.incrementAndGet(), index -> index % 7 != 0);

    assertThat(all(ahead)).isEqualTo(IntStream.range(0, SIZE).boxed().toList());
    assertThat(made).hasValue(SIZE);
    assertThatThrownBy(ahead::next).isInstanceOf(NoSuchElementException.class);
    assertThat(new ReadAheadIterator<>(0, index -> index, _ -> true).hasNext()).isFalse();
  }

  @Test
  void whatFollowsALargeThingIsMadeWhileThatOneIsReadAndNoMoreThanAFew() {
    List<Runnable> others = new ArrayList<>();
    ReadAheadIterator<Integer> ahead =
        new ReadAheadIterator<>(SIZE, index -> index, index -> index > 0, others::add);

    assertThat(ahead.next()).isZero();
    assertThat(ahead.next()).isEqualTo(1);
    assertThat(others).as("nothing large was read before").isEmpty();
    assertThat(ahead.next()).isEqualTo(2);
    assertThat(others).hasSize(4);
    assertThat(ahead.next()).isEqualTo(3);
    assertThat(ahead.next()).isEqualTo(4);
    assertThat(others).as("two of them are left").hasSize(4);
    assertThat(ahead.next()).isEqualTo(5);
    assertThat(ahead.next()).isEqualTo(6);
    assertThat(others).hasSize(7);
    assertThat(all(ahead)).as("others that have no time").hasSize(SIZE - 7).startsWith(7);
  }

  /** Another thread has begun the second thing, and is held until it is asked for. */
  @Test
  void aThingThatAnotherThreadMakesIsWaitedFor() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch read = new CountDownLatch(1);
    Executor other =
        task -> {
          new Thread(task).start();
          await(begun);
        };
    ReadAheadIterator<Integer> ahead =
        new ReadAheadIterator<>(
            2,
            index -> {
              if (index == 1) {
                begun.countDown();
                await(read);
              }
              return index;
            },
            _ -> true,
            other);

    assertThat(ahead.next()).isZero();
    Thread.currentThread().interrupt();
    new Thread(read::countDown).start();
    assertThat(ahead.next()).isEqualTo(1);
    assertThat(Thread.interrupted()).as("who interrupts a thread is heard").isTrue();
  }

  @Test
  void whoWaitsForAThingMakesTheNextOnesMeanwhile() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch read = new CountDownLatch(1);
    List<Integer> here = new CopyOnWriteArrayList<>();
    Thread reader = Thread.currentThread();
    Executor other =
        task -> {
          if (begun.getCount() > 0) {
            new Thread(task).start();
            await(begun);
          }
        };
    ReadAheadIterator<Integer> ahead =
        new ReadAheadIterator<>(
            5,
            index -> {
              if (Thread.currentThread() == reader) {
                here.add(index);
              } else {
                begun.countDown();
                await(read);
              }
              if (index == 4) {
                read.countDown();
              }
              return index;
            },
            _ -> true,
            other);

    assertThat(all(ahead)).containsExactly(0, 1, 2, 3, 4);
    assertThat(here).as("the other thread has only one").containsExactly(0, 2, 3, 4);
  }

  private static void await(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aFailureIsThatOfTheThingThatIsRead() {
    IllegalStateException fault = new IllegalStateException("the fifth");
    AssertionError error = new AssertionError("the sixth");
    ReadAheadIterator<Integer> ahead =
        new ReadAheadIterator<>(
            SIZE,
            index -> {
              if (index == 5) {
                throw fault;
              }
              if (index == 6) {
                throw error;
              }
              return index;
            },
            _ -> true);

    assertThat(IntStream.range(0, 5).map(_ -> ahead.next())).containsExactly(0, 1, 2, 3, 4);
    assertThatThrownBy(ahead::next).isSameAs(fault);
    assertThatThrownBy(ahead::next).isSameAs(error);
    assertThat(ahead.next()).isEqualTo(7);
  }
}
