package dev.rota.bots.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/**
 * A sorted queue on a ring buffer. Appending at the tail and removing the head take constant time;
 * other changes shift the shorter side.
 */
final class IndexedQueue<T> implements Iterable<T> {
  private static final int LENGTH_MIN = 8;
  private static final int LENGTH_SPARE = 64;

  // Shared by all empty queues: many lanes have no job.
  private static final Object[] NOTHING = {};

  private final Comparator<? super T> order;
  private Object[] things = NOTHING;
  private int head;
  private int size;

  /** Of elements that compare as equal, only the first can be removed. */
  IndexedQueue(Comparator<? super T> order) {
    this.order = order;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** Returns the head, or null if empty. */
  T first() {
    return size == 0 ? null : get(0);
  }

  @SuppressWarnings("unchecked") // only T is added
  T get(int index) {
    return (T) things[slot(index)];
  }

  private int slot(int index) {
    return (head + index) & (things.length - 1);
  }

  void add(T thing) {
    if (size == things.length) {
      resize(Math.max(LENGTH_MIN, 2 * size));
    }
    if (size == 0 || order.compare(thing, get(size - 1)) > 0) {
      things[slot(size++)] = thing;
      return;
    }
    int index = indexOf(thing, fromEnd(thing), size);
    if (index < size / 2) {
      head = (head - 1) & (things.length - 1);
      for (int i = 0; i < index; i++) {
        things[slot(i)] = get(i + 1);
      }
    } else {
      for (int i = size; i > index; i--) {
        things[slot(i)] = get(i - 1);
      }
    }
    things[slot(index)] = thing;
    size++;
  }

  /**
   * Removes the element.
   *
   * @throws IllegalStateException if the element is absent
   */
  void remove(T thing) {
    int index = thing == first() ? 0 : indexOf(thing, 0, size);
    if (index >= size || get(index) != thing) {
      throw new IllegalStateException(thing + " is not in its line");
    }
    if (index < size / 2 || index == 0) {
      for (int i = index; i > 0; i--) {
        things[slot(i)] = get(i - 1);
      }
      things[head] = null;
      head = slot(1);
    } else {
      for (int i = index; i < size - 1; i++) {
        things[slot(i)] = get(i + 1);
      }
      things[slot(size - 1)] = null;
    }
    size--;
    if (things.length > LENGTH_SPARE && size < things.length / 4) {
      resize(things.length / 2);
    }
  }

  void removeIf(Predicate<? super T> goes) {
    List<T> all = all();
    Arrays.fill(things, null);
    head = 0;
    size = 0;
    for (T thing : all) {
      if (!goes.test(thing)) {
        things[size++] = thing;
      }
    }
  }

  /** Visits the elements in order for as long as the taker says so. The queue must not change. */
  void whileTaken(Predicate<? super T> taker) {
    for (int i = 0; i < size && taker.test(get(i)); i++) {
      // The taker does the work.
    }
  }

  /** How many are at the head; each of them is so, and none behind them. */
  int lead(Predicate<? super T> isSo) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isSo.test(get(middle))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns a lower bound of the element's index, found by galloping from the tail. */
  private int fromEnd(T thing) {
    int step = 1;
    while (step < size && order.compare(get(size - step), thing) > 0) {
      step *= 2;
    }
    return Math.max(0, size - step);
  }

  /** Returns the element's index, or its insertion point, between the bounds. */
  private int indexOf(T thing, int from, int to) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.compare(get(middle), thing) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void resize(int length) {
    Object[] moved = new Object[length];
    for (int i = 0; i < size; i++) {
      moved[i] = get(i);
    }
    things = moved;
    head = 0;
  }

  /** Returns a copy. */
  List<T> all() {
    Object[] all = new Object[size];
    Arrays.setAll(all, this::get);
    @SuppressWarnings("unchecked") // only T is added
    List<T> list = (List<T>) Arrays.asList(all);
    return list;
  }

  @Override
  public Iterator<T> iterator() {
    return all().iterator();
  }
}
