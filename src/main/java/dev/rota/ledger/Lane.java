package dev.rota.ledger;

import dev.rota.domain.Domain;
import dev.rota.domain.Output;
import dev.rota.domain.State;
import dev.rota.engine.Deadline;
import dev.rota.engine.Fact;
import dev.rota.engine.Stepper;
import dev.rota.engine.Turn;
import dev.rota.table.Sha256;
import dev.rota.table.Tables;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One lane: takes turns one after the other and writes the ledger. */
public final class Lane<S extends State, I, F extends Fact<S>> {
  private static final byte[] NO_SEAL = new byte[Sha256.BYTES];
  private static final Map<Output.Channel, byte[]> CHANNELS = channels();

  private final Domain<S, I, F> domain;
  private final String name;
  private final LaneStore<S, I, F> store;
  private final AvroBytes avro = new AvroBytes();
  private final EntryWire entries = new EntryWire();
  private final Sha256 sha = new Sha256();

  private Cursor cursor;
  private Tables tables;
  private SetAside setAside;
  private Stepper<S, I, F> stepper;

  Lane(Domain<S, I, F> domain, String name, LaneStore<S, I, F> store) {
    this.domain = domain;
    this.name = name;
    this.store = store;
    open();
  }

  public String name() {
    return name;
  }

  public S state() {
    return stepper.state();
  }

  /** Number, time, digest and seal of the last turn. */
  public Cursor cursor() {
    return cursor;
  }

  /** The earliest pending deadline in epoch ms, or {@link dev.rota.engine.Engine#NEVER}. */
  public long nextDeadline() {
    return stepper.nextDeadline();
  }

  /** Takes the arrival, and before it the turns that its due deadlines fill. */
  public void take(Arrival<I> arrival, Consumer<Decided> to) {
    Decided decided;
    do {
      decided = take(arrival);
      to.accept(decided);
    } while (!decided.isOf(arrival));
  }

  /**
   * Takes a turn: decides, saves rows and cursor, and seals the entry. If due deadlines fill the
   * turn's budget, the turn ends as a tick before it comes to the arrival ({@link Decided#isOf}).
   */
  public Decided take(Arrival<I> arrival) {
    long atMillis = Math.max(cursor.atMillis(), arrival.timestampMillis());
    long number = cursor.number() + 1;
    Outcome outcome = new Outcome();
    if (arrival instanceof Arrival.Unreadable<I> unreadable) {
      outcome.published.add(Output.deadLetter(unreadable.reason(), unreadable.bytes()));
      return write(arrival, number, atMillis, unreadable.reason(), outcome);
    }
    I input = arrival instanceof Arrival.Legible<I> legible ? legible.input() : null;
    try {
      Turn<I> turn = new Turn<>(name, number, atMillis, arrival.timestampMillis(), input);
      Arrival<I> taken = decide(turn, outcome) ? arrival : new Arrival.Tick<>(atMillis);
      String reason = outcome.faults.isEmpty() ? null : Output.DEADLINE_FAULT;
      return write(taken, number, atMillis, reason, outcome);
    } catch (RuntimeException bug) {
      throwIfRowsFailed(bug);
      // An input on which the rules fail must not stop its lane or the others.
      tables.takeBack();
      open();
      Outcome failed = new Outcome();
      String reason = bug instanceof TurnTooLarge ? Output.TURN_TOO_LARGE : Output.ENGINE_FAULT;
      failed.fail(Output.deadLetter(reason, arrival.bytes()), bug);
      return write(arrival, number, atMillis, reason, failed);
    }
  }

  /** If the store failed, not the rules, the task must fail and repeat the turn. */
  private void throwIfRowsFailed(RuntimeException bug) {
    if (store.rowsFailed()) {
      throw bug;
    }
  }

  /** Outputs and failures of a turn so far. */
  private static final class Outcome {
    private long bytes;
    private final List<Output> published = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();

    void fail(Output deadLetter, RuntimeException bug) {
      faults.add(new Fault(published.size(), bug));
      published.add(deadLetter);
    }
  }

  /** Returns false if the turn is full before its input is decided. */
  private boolean decide(Turn<I> turn, Outcome outcome) {
    setAside.tryAgain(domain.engine().rules());
    boolean whole = true;
    for (Deadline due = stepper.due(turn.atMillis());
        whole && due != null;
        due = stepper.due(turn.atMillis())) {
      whole = fire(due, outcome);
    }
    whole = whole && decideInput(turn, outcome);
    setAside.forgetGone(domain.engine(), stepper.state());
    return whole;
  }

  private boolean decideInput(Turn<I> turn, Outcome outcome) {
    int mark = tables.mark();
    try {
      TurnBudget budget = new TurnBudget(domain.turnBytesMax(), outcome.bytes);
      outcome.published.addAll(written(stepper.decide(turn), budget));
      stepper.state().save();
      return true;
    } catch (TurnTooLarge full) {
      if (outcome.published.isEmpty()) {
        throw full; // the input alone is too much
      }
      takeBack(mark);
      return false;
    }
  }

  /** A deadline on which the rules fail must not lose the input or later deadlines. */
  private boolean fire(Deadline due, Outcome outcome) {
    int mark = tables.mark();
    try {
      TurnBudget budget = new TurnBudget(domain.turnBytesMax(), outcome.bytes);
      List<Output> published = written(stepper.fire(due), budget);
      stepper.state().save();
      outcome.published.addAll(published);
      outcome.bytes = budget.bytes();
    } catch (RuntimeException bug) {
      throwIfRowsFailed(bug);
      if (bug instanceof TurnTooLarge && !outcome.published.isEmpty()) {
        takeBack(mark);
        return false; // it may not be too much for a turn of its own
      }
      tables.takeBack(mark);
      setAside.add(due, domain.engine().rules());
      stepper = new Stepper<>(domain.engine(), domain.open(tables), setAside);
      outcome.fail(
          Output.deadLetter(Output.DEADLINE_FAULT, due.toString().getBytes(StandardCharsets.UTF_8)),
          bug);
    }
    return true;
  }

  private void takeBack(int mark) {
    tables.takeBack(mark);
    stepper = new Stepper<>(domain.engine(), domain.open(tables), setAside);
  }

  private List<Output> written(List<F> facts, TurnBudget budget) {
    List<Output> published = new ArrayList<>(facts.size());
    for (F fact : facts) {
      Output output = domain.wire().write(name, fact);
      if (output != null) {
        Output encoded =
            output.record() == null ? output : output.encoded(avro.encode(output.record()));
        budget.add(encoded, published);
        published.add(encoded);
      }
    }
    return published;
  }

  private Decided write(
      Arrival<I> arrival, long number, long atMillis, String reason, Outcome outcome) {
    Entry open =
        new Entry(
            name,
            number,
            atMillis,
            arrival.kind(),
            arrival.source(),
            reason,
            arrival instanceof Arrival.Unreadable<I> unreadable ? unreadable.key() : null,
            arrival.bytes(),
            outcome.published.size(),
            digest(outcome.published),
            tables.digest(),
            domain.engine().rules(),
            NO_SEAL);
    byte[] bytes = entries.encode(open);
    byte[] seal = sha.field(cursor.seal()).field(bytes, EntryWire.sealedLength(bytes)).finish();
    System.arraycopy(seal, 0, bytes, bytes.length - seal.length, seal.length);
    cursor = new Cursor(number, atMillis, tables.digest(), seal);
    store.save(name, cursor);
    tables.keep();
    return new Decided(open.sealed(seal), bytes, outcome.published, outcome.faults);
  }

  private static Map<Output.Channel, byte[]> channels() {
    Map<Output.Channel, byte[]> names = new EnumMap<>(Output.Channel.class);
    for (Output.Channel channel : Output.Channel.values()) {
      names.put(channel, channel.name().getBytes(StandardCharsets.UTF_8));
    }
    return names;
  }

  private byte[] digest(List<Output> published) {
    for (Output record : published) {
      sha.field(CHANNELS.get(record.channel()))
          .field(record.rule().getBytes(StandardCharsets.UTF_8));
      if (record.key() != null) {
        sha.field(record.key().getBytes(StandardCharsets.UTF_8));
      }
      sha.field(record.payload());
    }
    return sha.finish();
  }

  /** Reads the rows, at the start and after a failed turn. */
  private void open() {
    cursor = store.cursor(name);
    tables = new Tables(store.rows(name), cursor.stateDigest());
    setAside = new SetAside(tables);
    stepper = new Stepper<>(domain.engine(), domain.open(tables), setAside);
  }
}
