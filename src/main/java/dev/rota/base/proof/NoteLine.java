package dev.rota.base.proof;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A signature line.
 *
 * @param signature after the id; a cosignature begins with its time
 */
public record NoteLine(String name, int id, byte[] signature) {
  private static final String DASH = "\u2014 ";

  static NoteLine parse(String line) {
    String[] words = line.startsWith(DASH) ? line.substring(DASH.length()).split(" ", -1) : null;
    if (words == null || words.length != 2 || !VerifierKey.isName(words[0])) {
      throw new BadProof("a signature line is not in the form '\u2014 name base64'");
    }
    byte[] bytes = StrictParser.base64(words[1], "a signature");
    if (bytes.length <= Integer.BYTES) {
      throw new BadProof("a signature is cut");
    }
    int id = ByteBuffer.wrap(bytes).getInt();
    return new NoteLine(words[0], id, Arrays.copyOfRange(bytes, Integer.BYTES, bytes.length));
  }

  /**
   * The POSIX time of a cosignature.
   *
   * @throws BadProof if the line is too short to have one
   */
  public long seconds() {
    if (signature.length < Long.BYTES) {
      throw new BadProof("a signature is too short to have a time");
    }
    return ByteBuffer.wrap(signature).getLong();
  }

  boolean isOf(NoteLine other) {
    return name.equals(other.name) && id == other.id;
  }

  /** The line without a newline. */
  @Override
  public String toString() {
    byte[] all =
        ByteBuffer.allocate(Integer.BYTES + signature.length).putInt(id).put(signature).array();
    return DASH + name + " " + StrictParser.base64(all);
  }
}
