package dev.rota.readers.audit;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Inputs of a stretch that the engine took for inputs of an unknown schema, which the registry has
 * by now. The registry may have learned it later, but not after a turn has decided an input with
 * it. So they are judged when the stretches of a partition are joined.
 */
final class LaterSchemas {
  /** Schema ids of inputs that were decided so far: an engine knew these. */
  private final Set<Object> known = new HashSet<>();

  /** By schema id, those before the first input that was decided with it. */
  private final Map<Object, Some> before = new LinkedHashMap<>();

  /** Those after it. */
  private final Map<Object, Some> after = new LinkedHashMap<>();

  /** The first one of an id, as a finding if it should be one, and how many there are. */
  private record Some(AuditFinding first, long records) {
    Some and(Some more) {
      return new Some(first, records + more.records);
    }
  }

  /** What of a partition's history lies before its first stretch. */
  enum Earlier {
    /** No turn. */
    NOTHING,
    /** Turns that another audit can read. */
    RETAINED,
    /** Turns that are deleted. */
    GONE
  }

  /** A turn has decided an input with this id. */
  void decided(Object id) {
    known.add(id);
  }

  /** An input of this id was taken for one of an unknown schema. */
  void unknown(Object id, Supplier<AuditFinding> finding) {
    add(id, new Some(null, 1), finding);
  }

  private void add(Object id, Some more, Supplier<AuditFinding> finding) {
    Map<Object, Some> all = known.contains(id) ? after : before;
    Some some = all.get(id);
    all.put(id, some == null ? new Some(finding.get(), more.records) : some.and(more));
  }

  /** Adds the partition's next stretch. */
  void append(LaterSchemas next) {
    next.before.forEach((id, some) -> add(id, some, () -> some.first));
    next.after.forEach((id, some) -> after.merge(id, some, Some::and));
    known.addAll(next.known);
  }

  /**
   * Judges those of a whole partition.
   *
   * @param earlier is asked if there are some
   */
  void settle(Supplier<Earlier> earlier, AuditReport report) {
    after.values().forEach(some -> report.differs(some.first.of(some.records)));
    if (!before.isEmpty()) {
      Earlier turns = earlier.get();
      before.forEach((id, some) -> settle(id, some, turns, report));
    }
  }

  private static void settle(Object id, Some some, Earlier earlier, AuditReport report) {
    if (earlier == Earlier.RETAINED) {
      report.count(AuditCount.UNPROVED_INPUTS, some.records);
      report.unproved(
          ("%s: the schema %s of %d inputs from there on was unknown to the engine, and the registry"
                  + " has it by now. Turns before the kept checkpoint may have known it: audit the"
                  + " ledger from its beginning, without --since")
              .formatted(some.first.where(), id, some.records));
      return;
    }
    report.count(AuditCount.INPUTS, some.records);
    report.count(AuditCount.LATER_SCHEMAS, some.records);
    if (earlier == Earlier.GONE) {
      report.count(AuditCount.PERHAPS_KNOWN_SCHEMAS, some.records);
    }
  }
}
