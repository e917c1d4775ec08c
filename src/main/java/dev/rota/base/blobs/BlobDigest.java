package dev.rota.base.blobs;

import dev.rota.protocols.reapi.Digest;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The name of a blob: SHA-256 of its bytes, and how many there are.
 *
 * @param hash 64 lower-case hex digits, so it is safe as a file's name
 */
public record BlobDigest(String hash, long size) {
  private static final int HASH_DIGITS = 64;

  /** Every storage has it, without an upload. */
  public static final BlobDigest EMPTY = of(new byte[0]);

  /**
   * Checks the digest.
   *
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT
   */
  public BlobDigest {
    if (!isValid(hash, size)) {
      throw Status.INVALID_ARGUMENT
          .withDescription("a malformed digest: SHA-256 in 64 lower-case hex digits, and a size")
          .asRuntimeException();
    }
  }

  private static boolean isValid(String hash, long size) {
    return size >= 0 && hash.length() == HASH_DIGITS && hash.chars().allMatch(BlobDigest::isHex);
  }

  private static boolean isHex(int character) {
    return character >= '0' && character <= '9' || character >= 'a' && character <= 'f';
  }

  /** Returns whether {@link #of(Digest)} takes it. */
  public static boolean isValid(Digest message) {
    return isValid(message.getHash(), message.getSizeBytes());
  }

  public static BlobDigest of(Digest message) {
    return new BlobDigest(message.getHash(), message.getSizeBytes());
  }

  public static BlobDigest of(byte[] bytes) {
    return of(hasher().digest(bytes), bytes.length);
  }

  /** Reads all of a stream. */
  public static BlobDigest of(InputStream in) throws IOException {
    return of(in, Long.MAX_VALUE);
  }

  /** Reads a stream, but no more than so many bytes. */
  public static BlobDigest of(InputStream in, long bytesMax) throws IOException {
    MessageDigest hasher = hasher();
    long size = 0;
    byte[] buffer = new byte[1 << 16];
    while (size < bytesMax) {
      int n = in.read(buffer, 0, (int) Math.min(buffer.length, bytesMax - size));
      if (n < 0) {
        break;
      }
      hasher.update(buffer, 0, n);
      size += n;
    }
    return of(hasher.digest(), size);
  }

  private static BlobDigest of(byte[] hash, long size) {
    return new BlobDigest(HexFormat.of().formatHex(hash), size);
  }

  /** Returns a computation of the hash. */
  public static MessageDigest hasher() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JVM has it", e);
    }
  }

  /** Returns whether a computation came to this blob. It can continue no more. */
  public boolean isOf(MessageDigest computed) {
    return HexFormat.of().formatHex(computed.digest()).equals(hash);
  }

  public Digest message() {
    return Digest.newBuilder().setHash(hash).setSizeBytes(size).build();
  }

  /** Returns it as names of resources have it: hash and size. */
  @Override
  public String toString() {
    return hash + "/" + size;
  }
}
