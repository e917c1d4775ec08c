package dev.rota.cores.model;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.LongStream;

/** A sorted set of para ids. It is immutable, so that copying a state is cheap. */
public final class ParaSet {
  public static final ParaSet NONE = new ParaSet(new long[0]);

  private final long[] ids;

  private ParaSet(long[] ids) {
    this.ids = ids;
  }

  public static ParaSet of(Collection<Long> ids) {
    return new ParaSet(ids.stream().mapToLong(Long::longValue).sorted().distinct().toArray());
  }

  public int size() {
    return ids.length;
  }

  public long at(int index) {
    return ids[index];
  }

  public boolean contains(long id) {
    return indexOf(id) >= 0;
  }

  /** The position of an id; negative if it is missing. */
  public int indexOf(long id) {
    return Arrays.binarySearch(ids, id);
  }

  ParaSet with(long id) {
    int found = Arrays.binarySearch(ids, id);
    if (found >= 0) {
      return this;
    }
    int at = -found - 1;
    long[] more = Arrays.copyOf(ids, ids.length + 1);
    more[at] = id;
    System.arraycopy(ids, at, more, at + 1, ids.length - at);
    return new ParaSet(more);
  }

  ParaSet without(long id) {
    int at = Arrays.binarySearch(ids, id);
    if (at < 0) {
      return this;
    }
    long[] less = Arrays.copyOf(ids, ids.length - 1);
    System.arraycopy(ids, at + 1, less, at, less.length - at);
    return new ParaSet(less);
  }

  public List<Long> list() {
    return LongStream.of(ids).boxed().toList();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ParaSet paras && Arrays.equals(ids, paras.ids);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ids);
  }

  @Override
  public String toString() {
    return Arrays.toString(ids);
  }
}
