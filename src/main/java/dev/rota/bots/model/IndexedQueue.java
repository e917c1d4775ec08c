package dev.rota.bots.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Things in order. New ones come at the end and the next one leaves at the head, both at once;
 * whatever comes or goes in between moves the shorter side.
 */
final class IndexedQueue<T> implements Iterable<T> {
  private static final int LENGTH_MIN = 8;
  private static final int LENGTH_SPARE = 64;

  private final Comparator<? super T> order;
  private Object[] things = new Object[LENGTH_MIN];
  private int head;
  private int size;

  /** An empty one; of things that are equal in that order, only the first can be taken out. */
  IndexedQueue(Comparator<? super T> order) {
    this.order = order;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** Null: there is none. */
  T first() {
    return size == 0 ? null : get(0);
  }

  @SuppressWarnings("unchecked") // nothing else was put in
  private T get(int index) {
    return (T) things[slot(index)];
  }

  private int slot(int index) {
    return (head + index) & (things.length - 1);
  }

  void add(T thing) {
    if (size == things.length) {
      resize(2 * size);
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
   * Takes one out.
   *
   * @throws IllegalStateException when it is not here
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

  /** An index that it is not before; near the end if it is. */
  private int fromEnd(T thing) {
    int step = 1;
    while (step < size && order.compare(get(size - step), thing) > 0) {
      step *= 2;
    }
    return Math.max(0, size - step);
  }

  /** Where it is, or would be, between these. */
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

  /** A copy. */
  List<T> all() {
    Object[] all = new Object[size];
    Arrays.setAll(all, this::get);
    @SuppressWarnings("unchecked") // nothing else was put in
    List<T> list = (List<T>) Arrays.asList(all);
    return list;
  }

  @Override
  public Iterator<T> iterator() {
    return all().iterator();
  }
}
