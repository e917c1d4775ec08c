package dev.rota.base.proof;

import java.util.Arrays;
import java.util.List;

/**
 * A log's head: what it holds at one size.
 *
 * @param origin identifies the log
 * @param size number of leaves
 * @param root the Merkle tree's root, 32 bytes
 * @param extensions further lines; Rota's own logs have none
 */
public record LogCheckpoint(String origin, long size, byte[] root, List<String> extensions) {
  private static final int LINES = 3;

  public LogCheckpoint {
    extensions = List.copyOf(extensions);
  }

  public LogCheckpoint(String origin, long size, byte[] root) {
    this(origin, size, root, List.of());
  }

  /** Parses the text of a note. */
  public static LogCheckpoint parse(String text) {
    String[] lines = text.split("\n", -1);
    int count = lines.length - 1; // the text ends with a newline
    if (count < LINES || !lines[count].isEmpty()) {
      throw new BadProof("a checkpoint has three lines: origin, size and root");
    }
    List<String> all = Arrays.asList(lines).subList(0, count);
    if (all.contains("")) {
      throw new BadProof("a checkpoint has an empty line");
    }
    return new LogCheckpoint(
        all.get(0),
        StrictParser.number(all.get(1), "the checkpoint's size"),
        StrictParser.hash(all.get(2), "the checkpoint's root"),
        all.subList(LINES, count));
  }

  public boolean isSameTree(LogCheckpoint other) {
    return size == other.size && Arrays.equals(root, other.root);
  }

  /** The text of the note. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(origin).append('\n').append(size).append('\n');
    text.append(StrictParser.base64(root)).append('\n');
    extensions.forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }
}
