package dev.rota.lab.traffic;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;

/** Generates seeded traffic of a domain for demonstrations, tests, simulations and benchmarks. */
public interface Traffic {
  /** Lane names for a demonstration, the best known first. */
  List<String> lanes();

  /** An endless history of one lane. The same seed gives the same history. */
  Iterator<Event> start(String lane, long seed);

  /** As {@link #start}, but without the events of workers: {@link #workforce}, or real ones. */
  default Iterator<Event> demonstration(String lane, long seed) {
    return start(lane, seed);
  }

  /** Simulated workers of a demonstration's lane; null: it needs none. */
  default Workforce workforce(String lane, long seed) {
    return null;
  }

  /**
   * Workers that do what the lane's engine assigns them. Their endless events depend on what they
   * hear and when, so equal seeds do not give equal events. Not thread-safe.
   */
  interface Workforce extends Iterator<Event> {
    /** Takes an assignment or outcome of the lane, in the order of its topic. */
    void hear(SpecificRecord output);
  }

  /**
   * As {@link #start}, with faults of the domain's own kind: unknown ids, values out of range,
   * changes at odd moments. The seed selects the lane's size and the faults, sometimes none. Late
   * and duplicate records are not the domain's part.
   */
  Iterator<Event> hostile(String lane, long seed);

  /**
   * Traffic of the engine benchmarks, by name.
   *
   * @param scale multiplies the usual number of waiting and live items, at least 1
   */
  default Map<String, Traffic> benchmarks(int scale) {
    return Map.of("", this);
  }

  /**
   * A history that ends in the domain's largest decision; null: none is much larger than another.
   *
   * @param percent of the usual size, at least 1
   */
  default Large large(String lane, long seed, int percent) {
    return null;
  }

  /**
   * A history that ends in a large decision.
   *
   * @param what is decided, with its size, such as {@code 10000 chunks on 20 workers}
   * @param events of the lane, which end
   * @param isMade true for the outcome that tells the decision
   */
  record Large(String what, Iterator<Event> events, Predicate<SpecificRecord> isMade) {}

  /** Each lane of a seed has its own history. The hash of a text is the same on every JVM. */
  static long seedOf(String lane, long seed) {
    return seed * 31 + lane.hashCode();
  }

  /** The number of initial events that fill the lane and are not measured. */
  default int filling() {
    return 0;
  }

  /** A comparable system; null: none is known. */
  default Peer peer() {
    return null;
  }

  /**
   * A comparable system with its published throughput.
   *
   * @param name of the system and its hardware
   */
  record Peer(String name, double assignmentsPerSecond) {}

  /**
   * An event.
   *
   * @param topic the input topic
   * @param atMillis ms since the start of the history; never decreasing, except for clock faults
   * @param record a value of the topic's schema; null: an unreadable record
   * @param fault a short name of the fault; null: none
   * @param raw how it lies on its topic; null: as a producer without faults sends it
   */
  record Event(String topic, long atMillis, SpecificRecord record, String fault, RawRecord raw) {
    /** A valid event. */
    public Event(String topic, long atMillis, SpecificRecord record) {
      this(topic, atMillis, record, null);
    }

    /** An event of a producer that sends it in the usual way. */
    public Event(String topic, long atMillis, SpecificRecord record, String fault) {
      this(topic, atMillis, record, fault, null);
    }

    /** The time that a reader knows: a stamp ahead of the present counts as of now. */
    public long seenMillis() {
      return raw == null ? atMillis : Math.min(atMillis, raw.nowMillis());
    }
  }
}
