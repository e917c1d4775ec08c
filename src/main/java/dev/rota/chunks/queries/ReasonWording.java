package dev.rota.chunks.queries;

import dev.rota.chunks.rules.ChunkAbsence.BeforeSegments;
import dev.rota.chunks.rules.FactorRise;
import dev.rota.chunks.values.OperatorMark;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/** Times, positions and numbers as reasons say them. */
final class ReasonWording {
  /** A sentence names so many; the candidates name all. */
  private static final int NAMED = 5;

  private ReasonWording() {}

  /** Returns a time as the command line says it. */
  static String time(long atMillis) {
    return Instant.ofEpochMilli(atMillis).toString();
  }

  static String marked(OperatorMark mark) {
    return "is marked until "
        + (mark.until() == null ? "it is lifted" : time(mark.until()))
        + ": "
        + mark.reason();
  }

  static String excluded(BeforeSegments chunk) {
    String start =
        chunk.from() < 0
            ? -chunk.from() + " blocks before the last block, " + chunk.lastBlock()
            : "at block " + chunk.from();
    return "it begins at block " + chunk.block() + ", and the first segment " + start;
  }

  /** Returns a position on a ring: an unsigned hash. */
  static String position(long hash) {
    return HexFormat.of().toHexDigits(hash);
  }

  /** Returns what follows a refusal: the factors that would be higher; empty if there is none. */
  static String risen(List<FactorRise> rises) {
    StringBuilder text = new StringBuilder();
    for (FactorRise one : rises) {
      text.append("; weight ").append(one.weight()).append(" would have the factor ");
      text.append(one.factor()).append(", ").append(one.was()).append(" before");
    }
    return text.toString();
  }

  static String copies(long number) {
    return number + (number == 1 ? " copy" : " copies");
  }

  static String names(List<String> names) {
    String first = String.join(", ", names.stream().limit(NAMED).toList());
    long more = names.stream().skip(NAMED).count();
    return more == 0 ? first : first + " and " + more + " more";
  }
}
