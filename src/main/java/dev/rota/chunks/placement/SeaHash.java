package dev.rota.chunks.placement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SeaHash with its default seeds over a text and two more bytes. The text is absorbed once, so each
 * further copy or ring costs at most three mixings (rule 3).
 */
public final class SeaHash {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long DIFFUSION = 0x6eed0e9da4d94a4fL;

  /** Of the four lanes: the next word's, the following word's, and the other two combined. */
  private final long next;

  private final long second;
  private final long others;

  /** The bytes that do not fill a word yet, and their number in bits. */
  private final long partial;

  private final int bits;
  private final int length;

  /** Absorbs the first {@code length} bytes of the text. */
  public SeaHash(byte[] text, int length) {
    long a = 0x16f11fe89b0d677cL;
    long b = 0xb480a793d8e6c86cL;
    long c = 0x6fe2e5aaf078ebc9L;
    long d = 0x14f994a4c5259381L;
    int at = 0;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      long mixed = mix(a ^ (long) WORDS.get(text, at));
      a = b;
      b = c;
      c = d;
      d = mixed;
    }
    long rest = 0;
    for (int i = length - 1; i >= at; i--) {
      rest = rest << Byte.SIZE | text[i] & 0xff;
    }
    this.next = a;
    this.second = b;
    this.others = c ^ d;
    this.partial = rest;
    this.bits = (length - at) * Byte.SIZE;
    this.length = length;
  }

  /** Returns the unsigned hash of the text. */
  long hash() {
    long last = bits == 0 ? next : mix(next ^ partial);
    return mix(last ^ second ^ others ^ length);
  }

  /** Returns the unsigned hash of the text followed by these two bytes, the lower one first. */
  public long with(int twoBytes) {
    long full = mix(next ^ (partial | (long) twoBytes << bits));
    long last = bits <= 48 ? second : mix(second ^ twoBytes >>> Byte.SIZE);
    return mix(full ^ last ^ others ^ (length + 2));
  }

  private static long mix(long word) {
    long x = word * DIFFUSION;
    x ^= (x >>> 32) >>> (x >>> 60);
    return x * DIFFUSION;
  }
}
