package dev.rota.chunks.naive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A chunk's name; names are in the order of datasets, then of chunks, byte by byte. */
record NaiveName(String dataset, String chunk) implements Comparable<NaiveName> {
  private static final Pattern BLOCKS = Pattern.compile("[0-9]{10}/([0-9]{10})-([0-9]{10})-.+");
  static final Comparator<String> BYTES =
      (one, other) -> Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8));

  @Override
  public int compareTo(NaiveName other) {
    int datasets = BYTES.compare(dataset, other.dataset);
    return datasets != 0 ? datasets : BYTES.compare(chunk, other.chunk);
  }

  /** Its first and its last block; null: the id tells of none. */
  static long[] blocks(String chunk) {
    Matcher match = BLOCKS.matcher(chunk);
    return match.matches()
        ? new long[] {Long.parseLong(match.group(1)), Long.parseLong(match.group(2))}
        : null;
  }

  static boolean overlap(String one, String other) {
    long[] here = blocks(one);
    long[] there = blocks(other);
    return here != null && there != null && here[0] <= there[1] && there[0] <= here[1];
  }
}
