package dev.rota.domain;

import java.util.Iterator;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Seeded, realistic traffic of a domain, for demonstrations, tests and benchmarks. */
public interface Traffic {
  /** Names of lanes that a demonstration may run, the first the best known. */
  List<String> lanes();

  /** One lane's history as it unfolds, without end; equal seeds make equal histories. */
  Iterator<Event> start(String lane, long seed);

  /**
   * Something happens.
   *
   * @param topic the input topic
   * @param atMillis since the history's start, never decreasing
   * @param record as the topic's schema has it
   */
  record Event(String topic, long atMillis, SpecificRecord record) {}
}
