package dev.rota.base.proof;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A signed note: a text and signature lines.
 *
 * @param text ends with a newline
 * @param lines in order; who signed is known only once a key has verified them
 */
public record SignedNote(String text, List<NoteLine> lines) {
  /** The longest note that is read, in bytes. */
  public static final int BYTES_MAX = 1 << 16;

  private static final int LINES_MAX = 100;
  private static final String GAP = "\n\n";

  public SignedNote {
    lines = List.copyOf(lines);
  }

  /** Parses a note from a file or message. */
  public static SignedNote parse(byte[] bytes) {
    checkLength(bytes.length);
    return parse(utf8(bytes));
  }

  public static SignedNote parse(String all) {
    checkLength(all.length());
    if (all.chars().anyMatch(c -> c < ' ' && c != '\n')) {
      throw new BadProof("a note has control characters");
    }
    int gap = all.lastIndexOf(GAP);
    if (gap < 0 || !all.endsWith("\n")) {
      throw new BadProof("a note has no signatures, or is cut");
    }
    return new SignedNote(all.substring(0, gap + 1), lines(all.substring(gap + GAP.length())));
  }

  private static void checkLength(int length) {
    if (length > BYTES_MAX) {
      throw new BadProof("a note is longer than " + BYTES_MAX + " bytes");
    }
  }

  /** Parses signature lines, each with its newline. */
  public static List<NoteLine> lines(String all) {
    if (!all.endsWith("\n")) {
      throw new BadProof("signature lines are missing or cut");
    }
    List<NoteLine> lines = new ArrayList<>();
    for (String line : all.substring(0, all.length() - 1).split("\n", -1)) {
      lines.add(NoteLine.parse(line));
    }
    if (lines.size() > LINES_MAX) {
      throw new BadProof("there are more than " + LINES_MAX + " signatures");
    }
    return lines;
  }

  static String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException _) {
      throw new BadProof("it is not UTF-8");
    }
  }

  /** With these lines, each in place of an earlier one of the same name and id. */
  public SignedNote with(List<NoteLine> more) {
    List<NoteLine> all = new ArrayList<>(lines);
    for (NoteLine line : more) {
      all.removeIf(line::isOf);
      all.add(line);
    }
    return new SignedNote(text, all);
  }

  /**
   * The verified line of this key, or null if the key has not signed.
   *
   * @throws BadProof if a line claims to be this key's and is not
   */
  public NoteLine by(VerifierKey key) {
    NoteLine found = null;
    for (NoteLine line : lines) {
      if (key.claims(line)) {
        if (!key.verifies(text, line)) {
          throw new BadProof("the signature of " + key.name() + " does not verify");
        }
        found = line;
      }
    }
    return found;
  }

  /** Returns true if the key has signed this text, whatever else is in its name. */
  public boolean isBy(VerifierKey key) {
    return lines.stream().anyMatch(line -> key.verifies(text, line));
  }

  /** The whole note. */
  @Override
  public String toString() {
    StringBuilder all = new StringBuilder(text).append('\n');
    lines.forEach(line -> all.append(line).append('\n'));
    return all.toString();
  }
}
