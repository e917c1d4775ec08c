package dev.rota.kernel.table;

/**
 * A 64-bit hash of one row. Hashes are summed, so the digest does not depend on the order of
 * writes. It detects differences but no forgery; the seal does that.
 */
final class RowHash {
  private static final long K0 = 0x9e3779b97f4a7c15L;
  private static final long K1 = 0xbf58476d1ce4e5b9L;
  private static final long K2 = 0x94d049bb133111ebL;

  private RowHash() {}

  /** Zero is reserved for "no row". */
  static long of(byte[] key, byte[] value) {
    long hash = mix(absorb(absorb(K0, key), value));
    return hash == 0 ? K1 : hash;
  }

  /** Of a key alone, to find its row. */
  static int of(byte[] key) {
    return (int) (mix(absorb(K0, key)) >>> Integer.SIZE);
  }

  private static long absorb(long seed, byte[] bytes) {
    long hash = seed ^ mix(bytes.length + K2);
    int i = 0;
    for (; i + 8 <= bytes.length; i += 8) {
      hash = Long.rotateLeft(hash ^ mix((long) LONGS.get(bytes, i)), 27) * K1 + K0;
    }
    long tail = 0;
    for (; i < bytes.length; i++) {
      tail = tail << 8 | bytes[i] & 0xff;
    }
    return Long.rotateLeft(hash ^ mix(tail), 31) * K2;
  }

  private static long mix(long x) {
    long z = (x ^ x >>> 30) * K1;
    z = (z ^ z >>> 27) * K2;
    return z ^ z >>> 31;
  }

  private static final java.lang.invoke.VarHandle LONGS =
      java.lang.invoke.MethodHandles.byteArrayViewVarHandle(
          long[].class, java.nio.ByteOrder.LITTLE_ENDIAN);
}
