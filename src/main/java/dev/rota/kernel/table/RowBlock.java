package dev.rota.kernel.table;

import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * A few dozen rows in one array, in the order of their keys. Neighbours have nearly the same key,
 * so each row says how many bytes of the key before it it shares, and then only the others. So a
 * million rows are a few thousand objects, not four million. Nobody changes the array of a block.
 */
final class RowBlock {
  /** A block is cut behind the row with which it reaches so many bytes. */
  private static final int SIZE = 1 << 11;

  private RowBlock() {}

  /** Reads the rows of a block, one after the other. */
  static final class Reader {
    private final byte[] block;
    private int at;
    private byte[] key = new byte[64];
    private int keyLength;
    private int valueLength;

    /** Begins before the first row. */
    Reader(byte[] block) {
      this.block = block;
    }

    /** Goes to the next row. Returns false if there is none. */
    boolean next() {
      at += valueLength;
      if (at == block.length) {
        valueLength = 0;
        return false;
      }
      int shared = number();
      int own = number();
      valueLength = number();
      keyLength = shared + own;
      if (key.length < keyLength) {
        key = Arrays.copyOf(key, 2 * keyLength);
      }
      System.arraycopy(block, at, key, shared, own);
      at += own;
      return true;
    }

    private int number() {
      int number = 0;
      int shift = 0;
      byte b;
      do {
        b = block[at++];
        number |= (b & 0x7f) << shift;
        shift += 7;
      } while (b < 0);
      return number;
    }

    /** Goes to the first row whose key is not less. Returns false if there is none. */
    boolean seek(byte[] wanted) {
      boolean there = next();
      while (there && compareTo(wanted) < 0) {
        there = next();
      }
      return there;
    }

    /** Compares this row's key. */
    int compareTo(byte[] other) {
      return Arrays.compareUnsigned(key, 0, keyLength, other, 0, other.length);
    }

    byte[] key() {
      return Arrays.copyOf(key, keyLength);
    }

    byte[] value() {
      return Arrays.copyOfRange(block, at, at + valueLength);
    }
  }

  /** Makes blocks of rows that come in their order. */
  static final class Writer {
    private final BiConsumer<byte[], byte[]> blocks;
    private byte[] bytes = new byte[2 * SIZE];
    private int at;
    private byte[] first;
    private byte[] last;

    /**
     * @param blocks receives each block with its first key
     */
    Writer(BiConsumer<byte[], byte[]> blocks) {
      this.blocks = blocks;
    }

    void add(byte[] key, byte[] value) {
      int shared = 0;
      if (first == null) {
        first = key;
      } else {
        shared = Math.max(0, Arrays.mismatch(last, key));
      }
      int own = key.length - shared;
      int most = at + 15 + own + value.length;
      if (most > bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * most);
      }
      number(shared);
      number(own);
      number(value.length);
      System.arraycopy(key, shared, bytes, at, own);
      System.arraycopy(value, 0, bytes, at + own, value.length);
      at += own + value.length;
      last = key;
      if (at >= SIZE) {
        end();
      }
    }

    private void number(int number) {
      int rest = number;
      while (rest > 0x7f) {
        bytes[at++] = (byte) (rest | 0x80);
        rest >>>= 7;
      }
      bytes[at++] = (byte) rest;
    }

    /** Returns true if the last block is too small to be one of its own. */
    boolean isSmall() {
      return at > 0 && at < SIZE / 4;
    }

    /** Ends the last block. */
    void end() {
      if (first != null) {
        blocks.accept(first, Arrays.copyOf(bytes, at));
        at = 0;
        first = null;
      }
    }
  }
}
