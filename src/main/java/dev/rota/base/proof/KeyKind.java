package dev.rota.base.proof;

/** What a key signs: the signature types of a signed note that Rota has. */
public enum KeyKind {
  /** Checkpoints of its own log. */
  LOG(1, 0),
  /** Checkpoints of others' logs that are consistent, with the time ({@code cosignature/v1}). */
  WITNESS(4, Long.BYTES);

  private final byte code;
  private final int timeBytes;

  KeyKind(int code, int timeBytes) {
    this.code = (byte) code;
    this.timeBytes = timeBytes;
  }

  byte code() {
    return code;
  }

  /** The length of a signature. */
  int signatureBytes() {
    return timeBytes + Ed25519.SIGNATURE_BYTES;
  }

  static KeyKind of(byte code) {
    for (KeyKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new BadProof("the key's type " + code + " is neither Ed25519 (1) nor a cosigner's (4)");
  }
}
