package dev.rota.proof;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A signed note: a text and signature lines.
 *
 * @param text ends with a newline
 * @param lines in order; who signed is known only once a key has verified them
 */
public record Note(String text, List<Line> lines) {
  /** The longest note that is read, in bytes. */
  public static final int BYTES_MAX = 1 << 16;

  private static final int LINES_MAX = 100;
  private static final String DASH = "\u2014 ";
  private static final String GAP = "\n\n";

  /**
   * A signature line.
   *
   * @param signature after the id; a cosignature begins with its time
   */
  public record Line(String name, int id, byte[] signature) {
    static Line parse(String line) {
      String[] words = line.startsWith(DASH) ? line.substring(DASH.length()).split(" ", -1) : null;
      if (words == null || words.length != 2 || !Vkey.isName(words[0])) {
        throw new BadProof("a signature line is not in the form '\u2014 name base64'");
      }
      byte[] bytes = Strict.base64(words[1], "a signature");
      if (bytes.length <= Integer.BYTES) {
        throw new BadProof("a signature is cut");
      }
      int id = ByteBuffer.wrap(bytes).getInt();
      return new Line(words[0], id, Arrays.copyOfRange(bytes, Integer.BYTES, bytes.length));
    }

    /** The POSIX time of a cosignature. */
    public long seconds() {
      return ByteBuffer.wrap(signature).getLong();
    }

    boolean isOf(Line other) {
      return name.equals(other.name) && id == other.id;
    }

    /** The line without a newline. */
    @Override
    public String toString() {
      byte[] all =
          ByteBuffer.allocate(Integer.BYTES + signature.length).putInt(id).put(signature).array();
      return DASH + name + " " + Strict.base64(all);
    }
  }

  public Note {
    lines = List.copyOf(lines);
  }

  /** Parses a note from a file or message. */
  public static Note parse(byte[] bytes) {
    if (bytes.length > BYTES_MAX) {
      throw new BadProof("a note is longer than " + BYTES_MAX + " bytes");
    }
    return parse(utf8(bytes));
  }

  public static Note parse(String all) {
    if (all.chars().anyMatch(c -> c < ' ' && c != '\n')) {
      throw new BadProof("a note has control characters");
    }
    int gap = all.lastIndexOf(GAP);
    if (gap < 0 || !all.endsWith("\n")) {
      throw new BadProof("a note has no signatures, or is cut");
    }
    return new Note(all.substring(0, gap + 1), lines(all.substring(gap + GAP.length())));
  }

  /** Parses signature lines, each with its newline. */
  public static List<Line> lines(String all) {
    if (!all.endsWith("\n")) {
      throw new BadProof("signature lines are missing or cut");
    }
    List<Line> lines = new ArrayList<>();
    for (String line : all.substring(0, all.length() - 1).split("\n", -1)) {
      lines.add(Line.parse(line));
    }
    if (lines.size() > LINES_MAX) {
      throw new BadProof("there are more than " + LINES_MAX + " signatures");
    }
    return lines;
  }

  static String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new BadProof("it is not UTF-8");
    }
  }

  /** With these lines, each in place of an earlier one of the same name and id. */
  public Note with(List<Line> more) {
    List<Line> all = new ArrayList<>(lines);
    for (Line line : more) {
      all.removeIf(line::isOf);
      all.add(line);
    }
    return new Note(text, all);
  }

  /**
   * The verified line of this key, or null if the key has not signed.
   *
   * @throws BadProof if a line claims to be this key's and is not
   */
  public Line by(Vkey key) {
    Line found = null;
    for (Line line : lines) {
      if (key.claims(line)) {
        if (!key.verifies(text, line)) {
          throw new BadProof("the signature of " + key.name() + " does not verify");
        }
        found = line;
      }
    }
    return found;
  }

  /** The whole note. */
  @Override
  public String toString() {
    StringBuilder all = new StringBuilder(text).append('\n');
    lines.forEach(line -> all.append(line).append('\n'));
    return all.toString();
  }
}
