package dev.rota.executor;

import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The changes of a block: new values by key. Null removes the key. */
public record StateDiff(SortedMap<String, byte[]> changes) {
  private static final int FORMAT = 1;

  /** Returns the state after the block. */
  public MerkleTrie applyTo(MerkleTrie state) {
    MerkleTrie after = state;
    for (Map.Entry<String, byte[]> change : changes.entrySet()) {
      after = after.with(change.getKey(), change.getValue());
    }
    return after;
  }

  /** Encodes the diff for a block. */
  public byte[] toBytes() {
    FieldWriter out = new FieldWriter().number(FORMAT).number(changes.size());
    changes.forEach(
        (key, value) -> {
          out.text(key).number(value == null ? -1 : value.length);
          if (value != null) {
            out.raw(value);
          }
        });
    return out.toBytes();
  }

  /**
   * Decodes a diff.
   *
   * @throws IllegalArgumentException if the bytes are not a diff
   */
  public static StateDiff of(byte[] bytes) {
    SortedMap<String, byte[]> changes = new TreeMap<>();
    try {
      FieldReader in = new FieldReader(bytes);
      if (in.integer() != FORMAT) {
        throw new IllegalArgumentException("unknown format");
      }
      int count = in.count();
      for (int i = 0; i < count; i++) {
        String key = in.text();
        int length = in.integer();
        changes.put(key, length < 0 ? null : in.raw(length));
      }
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("not a state diff", e);
    }
    return new StateDiff(changes);
  }
}
