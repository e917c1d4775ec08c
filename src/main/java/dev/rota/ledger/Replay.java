package dev.rota.ledger;

import dev.rota.domain.Domain;
import dev.rota.domain.Output;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.table.Sha256;
import dev.rota.table.TreeRows;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Replays a ledger. Entries must come in ledger order; lanes may be interleaved. */
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

  public sealed interface Verdict {
    /** The replay gives the same bytes. */
    record Same(Decided decided) implements Verdict {}

    /** The start of the lane is missing, so only the chain of seals was checked. */
    record Unproved(Entry entry) implements Verdict {}

    /**
     * Ledger and replay differ, or the chain is broken.
     *
     * @param entry null if it is unreadable
     * @param repeated true: an earlier turn again, so that the lane's next entry can still be
     *     proved
     */
    record Differs(Divergence divergence, Entry entry, boolean repeated) implements Verdict {
      Differs(Divergence divergence, Entry entry) {
        this(divergence, entry, false);
      }
    }
  }

  /** The progress of a lane. After a difference nothing can be proved. */
  private static final class Course<S extends State, I, F extends Fact<S>> {
    private Lane<S, I, F> lane;
    private long number;
    private byte[] seal;
    private boolean broken;
  }

  /** Checks and replays the next entry. */
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
    if (entry.number() <= course.number) {
      return new Verdict.Differs(
          new Divergence(
              entry.lane(),
              entry.number(),
              "a turn is repeated or out of order",
              "turn " + (course.number + 1),
              "turn " + entry.number()),
          entry,
          true);
    }
    Verdict verdict =
        course.lane == null ? chain(course, entry, entryBytes) : decide(course, entry, entryBytes);
    course.broken = verdict instanceof Verdict.Differs;
    course.number = entry.number();
    course.seal = entry.seal();
    return verdict;
  }

  /** The lane's replayed state, or null if its start is missing. */
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
    boolean idle = entry.kind() == Entry.Kind.TICK && !course.lane.isDue(entry.atMillis());
    try {
      if (Output.LANE_SET_ASIDE.equals(entry.reason())) {
        // It was opened from its rows then, and failed. Whether it does depends on the rows alone.
        course.lane.openAgain();
      }
      // What the time was is not in the input. It must lie between the last turn's and the input's.
      Decided again = course.lane.take(codec.again(entry), entry.atMillis());
      Divergence divergence =
          Arrays.equals(again.entryBytes(), entryBytes)
              ? null
              : compare(again.entry(), entry, again.entryBytes(), entryBytes);
      if (divergence == null && idle) {
        return differs(entry, "a tick without a deadline", "a deadline that is due", "none");
      }
      return divergence == null ? new Verdict.Same(again) : new Verdict.Differs(divergence, entry);
    } catch (EntryWire.BadEntry e) {
      return differs(entry, "input", "an input that can be decided", e.getMessage());
    }
  }

  /** Without the start of the lane, only the order and the seal are checked. */
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
        "turns are missing before this one",
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

  /** The first difference, or null. The seal covers what is before it, but not the encoding. */
  private static Divergence compare(
      Entry again, Entry entry, byte[] againBytes, byte[] entryBytes) {
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
      {"encoding", Divergence.hex(againBytes), Divergence.hex(entryBytes)},
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
