package dev.rota.domain;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** Seeded traffic of a domain, for demonstrations, tests, simulations and benchmarks. */
public interface Traffic {
  /** Names of lanes that a demonstration may run, the first the best known. */
  List<String> lanes();

  /** One lane's history as it unfolds, without end; equal seeds make equal histories. */
  Iterator<Event> start(String lane, long seed);

  /** The same for a cluster on which somebody else does the part of the domain's workers. */
  default Iterator<Event> demonstration(String lane, long seed) {
    return start(lane, seed);
  }

  /**
   * The same with mistakes of the domain's own kind in it: unknown ids, numbers out of range,
   * changes at odd moments. The seed picks the lane's size, which mistakes there are and how many,
   * none at all included. What can happen to any record, such as being late or sent twice, is not
   * the domain's to make.
   */
  Iterator<Event> hostile(String lane, long seed);

  /**
   * The kinds of traffic that the rules' speed is measured with, by their names.
   *
   * @param scale how many times its usual size what waits or lives has, at least 1
   */
  default Map<String, Traffic> benchmarks(int scale) {
    return Map.of("", this);
  }

  /** Lanes of one seed have histories of their own; the hash of a text is the same everywhere. */
  static long seedOf(String lane, long seed) {
    return seed * 31 + lane.hashCode();
  }

  /** How many events come first to fill it, and are no part of what is measured. */
  default int filling() {
    return 0;
  }

  /** What else decides the like; null: no figure of any is known. */
  default Peer peer() {
    return null;
  }

  /**
   * A system that does the same work, as it was measured elsewhere.
   *
   * @param name of it, and on what
   */
  record Peer(String name, double assignmentsPerSecond) {}

  /**
   * Something happens.
   *
   * @param topic the input topic
   * @param atMillis since the history's start; never decreasing, but for faults of clocks
   * @param record as the topic's schema has it; null: a record that cannot be read
   * @param fault what is wrong with it, in a word or two; null: nothing
   */
  record Event(String topic, long atMillis, SpecificRecord record, String fault) {
    /** Something sensible. */
    public Event(String topic, long atMillis, SpecificRecord record) {
      this(topic, atMillis, record, null);
    }
  }
}
