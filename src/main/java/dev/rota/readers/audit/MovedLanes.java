package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.kernel.ledger.moves.LaneDeparture;
import dev.rota.kernel.ledger.moves.MovedState;
import dev.rota.road.kept.AuditStart;
import dev.rota.road.topics.LaneKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the partitions of a ledger say of lanes that move between them. Each partition's replay
 * verifies its part of a move; that the parts are of one move, only all partitions show.
 */
final class MovedLanes {
  /** A lane on a partition. */
  private record Stand(int partition, String lane) {}

  /** The turn of a lane. */
  private record Turn(String lane, long number) {}

  /**
   * A lane leaves, or a piece of it comes.
   *
   * @param other the partition that it goes to or comes from
   * @param state what goes with it
   */
  private record Half(
      String where, Stand at, long turn, int other, int rules, long atMillis, MovedState state) {
    AuditFinding finding(String what, String expected, String found) {
      return new AuditFinding(where, at.lane, turn, what, expected, found);
    }
  }

  /**
   * A record that is right only if there were fewer partitions once.
   *
   * @param finding what is wrong otherwise
   */
  private record Doubt(Stand at, AuditFinding finding) {}

  private final Map<Turn, Half> departures = new HashMap<>();
  private final List<Half> arrivals = new ArrayList<>();
  private final Map<Turn, Integer> pieces = new HashMap<>();
  private final Set<Integer> counts = new HashSet<>();
  private final List<AuditFinding> bad = new ArrayList<>();
  private final List<Doubt> guests = new ArrayList<>();
  private final List<Doubt> refused = new ArrayList<>();

  /** Lanes that are not there at the end, though turns of theirs are. */
  private final Set<Stand> gone = new HashSet<>();

  /** Notes a move, proved or not. */
  void saw(String where, int partition, TurnEntry entry) {
    LaneDeparture left = entry.departure();
    LaneArrival came = entry.arrival();
    if (left != null) {
      depart(half(where, partition, entry, left.to(), left.state()), left);
    } else if (came != null) {
      Half half = half(where, partition, entry, came.from(), came.state());
      arrivals.add(half);
      pieces.put(new Turn(entry.lane(), entry.number()), came.piece());
    }
  }

  private static Half half(
      String where, int partition, TurnEntry entry, int other, MovedState state) {
    return new Half(
        where,
        new Stand(partition, entry.lane()),
        entry.number(),
        other,
        entry.rules(),
        entry.atMillis(),
        state);
  }

  private void depart(Half half, LaneDeparture left) {
    Half twin = departures.put(new Turn(half.at.lane, half.turn), half);
    if (twin != null) {
      bad.add(half.finding("a lane has left twice with one turn", "one departure", twin.where));
    }
    counts.add(left.before());
    byte[] key = half.at.lane.getBytes(UTF_8);
    boolean counted = left.before() > half.at.partition && left.after() > left.to();
    if (!counted
        || LaneKey.partition(key, left.before()) != half.at.partition
        || LaneKey.partition(key, left.after()) != left.to()) {
      bad.add(
          half.finding(
              "a lane leaves though its partition is another",
              "from its partition of %d to that of %d".formatted(left.before(), left.after()),
              "from %d to %d".formatted(half.at.partition, left.to())));
    }
  }

  /** The lane is of this partition only if there were fewer. It must have left since then. */
  void guest(int partition, String lane, AuditFinding finding) {
    guests.add(new Doubt(new Stand(partition, lane), finding));
  }

  /** A record of the lane was refused here, which is right only if there were fewer partitions. */
  void refused(int partition, String lane, AuditFinding finding) {
    refused.add(new Doubt(new Stand(partition, lane), finding));
  }

  /** How the lane stands at the end of what was read of this partition. */
  void ended(int partition, String lane, boolean isGone) {
    if (isGone) {
      gone.add(new Stand(partition, lane));
    }
  }

  boolean isGone(int partition, String lane) {
    return gone.contains(new Stand(partition, lane));
  }

  /** Adds what another part shows. Parts of a partition come in order. */
  void merge(MovedLanes other, AuditReport of) {
    other.departures.forEach(
        (turn, half) -> {
          Half twin = departures.put(turn, half);
          if (twin != null) {
            bad.add(half.finding("a lane has left twice with one turn", "one", twin.where));
          }
        });
    arrivals.addAll(other.arrivals);
    pieces.putAll(other.pieces);
    counts.addAll(other.counts);
    bad.addAll(other.bad);
    guests.addAll(other.guests);
    refused.addAll(other.refused);
    of.ends().forEach((lane, end) -> gone.remove(new Stand(end.partition(), lane)));
    gone.addAll(other.gone);
  }

  /**
   * Reports what does not fit together.
   *
   * @param inputs how many partitions the inputs have: fewer than the ledger while it grows
   */
  void settle(AuditReport report, int inputs) {
    bad.forEach(report::differs);
    Map<Turn, Set<Integer>> came = new HashMap<>();
    for (Half arrival : arrivals) {
      int piece = pieces.get(new Turn(arrival.at.lane, arrival.turn));
      Turn left = new Turn(arrival.at.lane, arrival.turn - piece);
      if (!came.computeIfAbsent(left, _ -> new HashSet<>()).add(piece)) {
        report.differs(arrival.finding("a lane has arrived twice", "once", "piece " + piece));
      }
      join(departures.get(left), arrival, left, report);
    }
    departures.forEach((turn, left) -> complete(left, came.getOrDefault(turn, Set.of()), report));
    for (Doubt guest : guests) {
      if (!gone.contains(guest.at) && isElsewhere(guest.at, inputs)) {
        report.differs(guest.finding);
      }
    }
    for (Doubt one : refused) {
      if (counts.stream().noneMatch(count -> isElsewhere(one.at, count))) {
        report.differs(one.finding);
      }
    }
  }

  private static boolean isElsewhere(Stand at, int count) {
    return LaneKey.partition(at.lane.getBytes(UTF_8), count) != at.partition;
  }

  private static void join(Half left, Half arrival, Turn turn, AuditReport report) {
    if (left == null || left.at.partition != arrival.other) {
      if (!isBefore(report, arrival.other, turn.lane, turn.number)) {
        report.differs(
            arrival.finding(
                "an arrival of a lane that has not left",
                "its departure from partition %d with turn %d"
                    .formatted(arrival.other, turn.number),
                left == null ? "none" : "one from partition " + left.at.partition));
      }
    } else if (left.other != arrival.at.partition) {
      report.differs(
          arrival.finding(
              "a lane arrives on another partition than it left for",
              "partition " + left.other,
              "partition " + arrival.at.partition));
    } else if (!left.state.equals(arrival.state)
        || left.rules != arrival.rules
        || left.atMillis != arrival.atMillis) {
      report.differs(
          arrival.finding(
              "a lane arrives with something else than it left with", told(left), told(arrival)));
    }
  }

  private static String told(Half half) {
    return "rules %d, time %d, %s".formatted(half.rules, half.atMillis, half.state);
  }

  private static void complete(Half left, Set<Integer> came, AuditReport report) {
    int missing = 1;
    while (came.contains(missing)) {
      missing++;
    }
    if (missing <= left.state.pieces()
        && !isBefore(report, left.other, left.at.lane, left.turn + missing)) {
      report.differs(
          left.finding(
              "a lane has left and not arrived",
              "piece %d of %d on partition %d".formatted(missing, left.state.pieces(), left.other),
              "none"));
    }
  }

  /** Returns true if that turn is before what was audited of its partition, or may be. */
  private static boolean isBefore(AuditReport report, int partition, String lane, long turn) {
    if (report.beginningGone()) {
      return true; // which is told for itself
    }
    for (AuditStart start : report.begun()) {
      if (start.partition() == partition) {
        return start.lanes().getOrDefault(lane, 0L) >= turn;
      }
    }
    return false;
  }
}
