package dev.rota.ledger;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.table.Sha256;
import dev.rota.table.TreeRows;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Reads a ledger and decides everything again. Entries come in the order of the ledger; lanes may
 * be mixed.
 */
public final class Replay<S extends State, I, F extends Fact<S>> {
  private final Domain<S, I, F> domain;
  private final InputCodec<S, I, F> codec;
  private final EntryWire entries = new EntryWire();
  private final Sha256 sha = new Sha256();
  private final Map<String, Course<S, I, F>> courses = new HashMap<>();

  public Replay(Domain<S, I, F> domain) {
    this.domain = domain;
    this.codec = new InputCodec<>(domain);
  }

  /** What came of one entry. */
  public sealed interface Verdict {
    /** The turn decides to the same, byte for byte. */
    record Same(Decided decided) implements Verdict {}

    /**
     * The lane's beginning is gone, so nothing can be decided; only the chain of seals was held.
     */
    record Unproved(Entry entry) implements Verdict {}

    /** The ledger and the rules, or the ledger and itself, disagree; no entry: it is unreadable. */
    record Differs(Divergence divergence, Entry entry) implements Verdict {}
  }

  /** How far one lane's replay has come; after a difference, nothing behind it means anything. */
  private static final class Course<S extends State, I, F extends Fact<S>> {
    private Lane<S, I, F> lane;
    private long number;
    private byte[] seal;
    private boolean broken;
  }

  /** Checks and decides the next entry. */
  public Verdict next(byte[] entryBytes) {
    Entry entry;
    try {
      entry = entries.decode(entryBytes);
    } catch (EntryWire.BadEntry e) {
      return new Verdict.Differs(
          new Divergence(null, 0, "the entry cannot be read", "a ledger entry", e.getMessage()),
          null);
    }
    Course<S, I, F> course = courses.computeIfAbsent(entry.lane(), name -> begin(name, entry));
    if (course.broken) {
      return new Verdict.Unproved(entry);
    }
    Verdict verdict =
        course.lane == null ? chain(course, entry, entryBytes) : decide(course, entry, entryBytes);
    course.broken = verdict instanceof Verdict.Differs;
    course.number = entry.number();
    course.seal = entry.seal();
    return verdict;
  }

  /** The lane's state as the replay has it, or null when its beginning is gone. */
  public S state(String lane) {
    Course<S, I, F> course = courses.get(lane);
    return course == null || course.lane == null ? null : course.lane.state();
  }

  private Course<S, I, F> begin(String name, Entry first) {
    Course<S, I, F> course = new Course<>();
    if (first.number() == 1) {
      course.lane = new LaneStore<>(domain, new TreeRows()).lane(name);
    }
    return course;
  }

  private Verdict decide(Course<S, I, F> course, Entry entry, byte[] entryBytes) {
    if (entry.number() != course.number + 1) {
      return gap(course, entry);
    }
    if (entry.rules() != domain.engine().rules()) {
      return differs(entry, "rules version", domain.engine().rules(), entry.rules());
    }
    try {
      Decided again = course.lane.take(codec.again(entry));
      Divergence divergence =
          Arrays.equals(again.entryBytes(), entryBytes) ? null : compare(again.entry(), entry);
      return divergence == null ? new Verdict.Same(again) : new Verdict.Differs(divergence, entry);
    } catch (EntryWire.BadEntry e) {
      return differs(entry, "input", "an input that can be decided", e.getMessage());
    }
  }

  /** Without the lane's beginning, an entry still has to follow the one before it. */
  private Verdict chain(Course<S, I, F> course, Entry entry, byte[] entryBytes) {
    if (course.seal == null) {
      return new Verdict.Unproved(entry);
    }
    if (entry.number() != course.number + 1) {
      return gap(course, entry);
    }
    byte[] seal =
        sha.field(course.seal).field(entryBytes, EntryWire.sealedLength(entryBytes)).finish();
    return Arrays.equals(seal, entry.seal())
        ? new Verdict.Unproved(entry)
        : differs(entry, "seal", Divergence.hex(seal), Divergence.hex(entry.seal()));
  }

  private static <S extends State, I, F extends Fact<S>> Verdict gap(
      Course<S, I, F> course, Entry entry) {
    return differs(
        entry,
        entry.number() > course.number
            ? "turns are missing before this one"
            : "a turn is repeated or out of order",
        "turn " + (course.number + 1),
        "turn " + entry.number());
  }

  private static Verdict differs(Entry entry, String what, Object expected, Object found) {
    return new Verdict.Differs(
        new Divergence(
            entry.lane(),
            entry.number(),
            what,
            Objects.toString(expected),
            Objects.toString(found)),
        entry);
  }

  /** Null, or the first field on which they disagree; the seal last, since it covers the rest. */
  private static Divergence compare(Entry again, Entry entry) {
    Object[][] fields = {
      {"time", again.atMillis(), entry.atMillis()},
      {"kind", again.kind(), entry.kind()},
      {"reason", again.reason(), entry.reason()},
      {"number of outputs", again.outputs(), entry.outputs()},
      {
        "digest of the outputs",
        Divergence.hex(again.outputsDigest()),
        Divergence.hex(entry.outputsDigest())
      },
      {
        "digest of the state",
        Long.toHexString(again.stateDigest()),
        Long.toHexString(entry.stateDigest())
      },
      {"seal", Divergence.hex(again.seal()), Divergence.hex(entry.seal())},
    };
    for (Object[] field : fields) {
      if (!Objects.equals(field[1], field[2])) {
        return new Divergence(
            entry.lane(),
            entry.number(),
            (String) field[0],
            Objects.toString(field[1]),
            Objects.toString(field[2]));
      }
    }
    return null;
  }
}
