package dev.rota.base.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A verifier key: a public key and the name that it signs under. As text it is {@code
 * name+id+base64}, id in hexadecimal.
 *
 * @param name without spaces and plus signs, such as {@code acme.example/prod}
 * @param key 32 bytes
 */
public record VerifierKey(String name, KeyKind kind, byte[] key) {
  public VerifierKey {
    if (!isName(name)) {
      throw new BadProof("a key's name is empty, or has a space or a plus sign");
    }
    if (key.length != Ed25519.KEY_BYTES) {
      throw new BadProof("an Ed25519 key has 32 bytes, this one " + key.length);
    }
  }

  /** Parses a key and checks that its id is its own. */
  public static VerifierKey parse(String text) {
    String[] parts = text.split("\\+", 3);
    if (parts.length != 3) {
      throw new BadProof("a key has the form name+id+base64");
    }
    byte[] typed = StrictParser.base64(parts[2], "the key");
    if (typed.length == 0) {
      throw new BadProof("the key is empty");
    }
    KeyKind kind = KeyKind.of(typed[0]);
    VerifierKey key = new VerifierKey(parts[0], kind, Arrays.copyOfRange(typed, 1, typed.length));
    if (!key.hexId().equals(parts[1])) {
      throw new BadProof("the key's id is " + key.hexId() + ", not " + parts[1]);
    }
    return key;
  }

  /** The same key under another name. */
  public VerifierKey as(String other) {
    return new VerifierKey(other, kind, key);
  }

  /** The first four bytes of SHA-256(name, newline, type, key). */
  int id() {
    return id(name, kind, key);
  }

  static int id(String name, KeyKind kind, byte[] publicKey) {
    ByteBuffer all = ByteBuffer.allocate(name.getBytes(UTF_8).length + 2 + publicKey.length);
    all.put(name.getBytes(UTF_8)).put((byte) '\n').put(kind.code()).put(publicKey);
    return ByteBuffer.wrap(MerkleTree.sha256(all.array())).getInt();
  }

  /** The id as eight hexadecimal digits. */
  public String hexId() {
    return "%08x".formatted(id());
  }

  static boolean isName(String name) {
    return !name.isEmpty()
        && name.indexOf('+') < 0
        && name.codePoints()
            .noneMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c) || c < ' ');
  }

  /** Returns true if the line is signed by this name and id, whatever the signature is worth. */
  boolean claims(NoteLine line) {
    return line.name().equals(name) && line.id() == id();
  }

  /** Returns true if the line is this key's signature of the text. */
  boolean verifies(String text, NoteLine line) {
    if (!claims(line) || line.signature().length != kind.signatureBytes()) {
      return false;
    }
    if (kind == KeyKind.LOG) {
      return Ed25519.verify(key, text.getBytes(UTF_8), line.signature());
    }
    long seconds = line.seconds();
    return seconds >= 0
        && Ed25519.verify(
            key,
            CosignatureMessage.message(seconds, text),
            Arrays.copyOfRange(line.signature(), Long.BYTES, line.signature().length));
  }

  @Override
  public String toString() {
    return name + "+" + hexId() + "+" + SigningKey.typed(kind, key);
  }
}
