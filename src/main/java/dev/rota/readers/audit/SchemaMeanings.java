package dev.rota.readers.audit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which of Rota's own schemas each schema id of an input topic means, where no registry says it.
 * The records narrow it down: an id means one schema, and with it every record must read as the
 * ledger says. Records that can be judged only when the id's meaning is known wait for the end.
 */
final class SchemaMeanings {
  /** The id on a topic; null if the record has none. */
  private record Id(String topic, Object id) {}

  /**
   * A kind of record that waits.
   *
   * @param explaining the candidates by which it reads as the ledger says, a bit each
   * @param legible those by which it is a good input
   */
  private record Waiting(long explaining, long legible) {}

  /** The first one of a kind, as a finding if it should be one, and how many there are. */
  private record Some(AuditFinding first, long records) {
    Some and(Some more) {
      return new Some(first, records + more.records);
    }
  }

  /** What is known of an id. */
  static final class Meaning {
    private final long all;
    private long candidates;
    private boolean bound;
    private final Map<Waiting, Some> waiting = new LinkedHashMap<>();

    private Meaning(int count) {
      all = (1L << count) - 1;
      candidates = all;
    }

    long all() {
      return all;
    }

    /** The schemas that it may mean, a bit each. */
    long candidates() {
      return candidates;
    }

    /** Returns true if a record was decoded by one of the candidates. */
    boolean isBound() {
      return bound;
    }

    /** Returns true if records have shown that it means the present schema, the first candidate. */
    boolean isPresent() {
      return bound && candidates == 1;
    }

    /** A record reads as the ledger says by these candidates alone. */
    void bind(long explaining) {
      candidates = explaining;
      bound = true;
    }

    void wait(long explaining, long legible, AuditFinding finding) {
      waiting.merge(new Waiting(explaining, legible), new Some(finding, 1), Some::and);
    }
  }

  private final Map<Id, Meaning> meanings = new LinkedHashMap<>();

  Meaning of(String topic, Object id, int candidates) {
    return meanings.computeIfAbsent(new Id(topic, id), _ -> new Meaning(candidates));
  }

  /** Adds what another partition knows. */
  void merge(SchemaMeanings others, AuditReport report) {
    others.meanings.forEach(
        (id, other) -> {
          Meaning mine = meanings.putIfAbsent(id, other);
          if (mine != null) {
            join(id, mine, other, report);
          }
        });
  }

  private static void join(Id id, Meaning mine, Meaning other, AuditReport report) {
    if (mine.bound && other.bound && (mine.candidates & other.candidates) == 0) {
      report.differs(id.topic + "/0", "a schema id means two schemas", "one", "id " + id.id);
    } else if (other.bound) {
      mine.candidates &= other.candidates;
      mine.bound = true;
    }
    other.waiting.forEach((kind, some) -> mine.waiting.merge(kind, some, Some::and));
  }

  /** Judges the records that have waited. */
  void settle(AuditReport report) {
    meanings.forEach(
        (id, meaning) ->
            meaning.waiting.forEach((kind, some) -> settle(id, meaning, kind, some, report)));
  }

  private static void settle(Id id, Meaning meaning, Waiting kind, Some some, AuditReport report) {
    boolean explained = (kind.explaining & meaning.candidates) != 0;
    if (meaning.bound && explained) {
      report.count(AuditCount.INPUTS, some.records);
    } else if (meaning.bound || kind.legible != 0) {
      report.differs(some.first.of(some.records));
    } else {
      report.count(AuditCount.UNPROVED_INPUTS, some.records);
      report.unproved(
          id.topic
              + ": schema id "
              + id.id
              + " is none of Rota's own schemas, as far as its records show; a registry would say"
              + " what they hold (--registry)");
    }
  }
}
