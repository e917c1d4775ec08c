package dev.rota.domain;

import java.util.Iterator;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Seeded traffic of a domain, for demonstrations, tests, simulations and benchmarks. */
public interface Traffic {
  /** Names of lanes that a demonstration may run, the first the best known. */
  List<String> lanes();

  /** One lane's history as it unfolds, without end; equal seeds make equal histories. */
  Iterator<Event> start(String lane, long seed);

  /**
   * The same with mistakes of the domain's own kind in it: unknown ids, numbers out of range,
   * changes at odd moments. The seed picks the lane's size, which mistakes there are and how many,
   * none at all included. What can happen to any record, such as being late or sent twice, is not
   * the domain's to make.
   */
  Iterator<Event> hostile(String lane, long seed);

  /** The traffic that the rules' speed is measured with. */
  default Traffic benchmark() {
    return this;
  }

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
