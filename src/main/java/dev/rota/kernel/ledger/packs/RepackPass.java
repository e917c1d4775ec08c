package dev.rota.kernel.ledger.packs;

import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import dev.rota.kernel.table.KeySpan;

/**
 * A pass packs all rows again, in the order of their keys, some at each checkpoint.
 *
 * @param from the first pack that was written since it began
 * @param bytes of the packs since then
 * @param at the last key that it has packed; empty: none yet
 * @param live bytes of the rows that it has packed
 */
record RepackPass(long from, long bytes, byte[] at, long live) {
  static final Codec<RepackPass> CODEC = Codec.of(RepackPass::write, RepackPass::read);

  static RepackPass startingAt(long next) {
    return new RepackPass(next, 0, new byte[0], 0);
  }

  RepackPass written(long more) {
    return new RepackPass(from, bytes + more, at, live);
  }

  RepackPass upTo(byte[] key, long packed) {
    return new RepackPass(from, bytes, key, live + packed);
  }

  /** The rows that it has not packed. */
  KeySpan rest() {
    return new KeySpan(new byte[0], null).after(at);
  }

  boolean isPossible(long next) {
    return from >= 0 && from <= next && bytes >= 0 && live >= 0;
  }

  private void write(FieldWriter fields) {
    fields.number(from).number(bytes).bytes(at).number(live);
  }

  private static RepackPass read(FieldReader fields) {
    return new RepackPass(fields.number(), fields.number(), fields.bytes(), fields.number());
  }
}
