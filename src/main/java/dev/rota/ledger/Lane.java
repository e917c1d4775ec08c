package dev.rota.ledger;

import dev.rota.domain.Domain;
import dev.rota.domain.Output;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.engine.Stepper;
import dev.rota.engine.Turn;
import dev.rota.table.Tables;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One lane: takes its turns, one after the other, and writes its ledger. */
public final class Lane<S extends State, I, F extends Fact<S>> {
  /** The reason of a dead letter whose input made the rules fail: a bug, not bad input. */
  static final String ENGINE_FAULT = "ENGINE_FAULT";

  private static final byte[] NO_SEAL = new byte[Sha256.BYTES];
  private static final Map<Output.Channel, byte[]> CHANNELS = channels();
  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

  private final Domain<S, I, F> domain;
  private final String name;
  private final Shelf<S, I, F> shelf;
  private final AvroBytes avro = new AvroBytes();
  private final EntryWire entries = new EntryWire();
  private final Sha256 sha = new Sha256();

  private Cursor cursor;
  private Tables tables;
  private Stepper<S, I, F> stepper;

  Lane(Domain<S, I, F> domain, String name, Shelf<S, I, F> shelf) {
    this.domain = domain;
    this.name = name;
    this.shelf = shelf;
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

  /**
   * The earliest pending deadline in epoch milliseconds, or {@link dev.rota.engine.Engine#NEVER}.
   */
  public long nextDeadline() {
    return stepper.nextDeadline();
  }

  /** Takes a turn: decides, saves the rows and the cursor, and seals the entry. */
  public Decided take(Arrival<I> arrival) {
    long atMillis = Math.max(cursor.atMillis(), arrival.timestampMillis());
    long number = cursor.number() + 1;
    if (arrival instanceof Arrival.Unreadable<I> unreadable) {
      return write(arrival, number, atMillis, unreadable.reason(), deadLetter(unreadable));
    }
    I input = arrival instanceof Arrival.Legible<I> legible ? legible.input() : null;
    try {
      List<Published> published = decide(new Turn<>(name, number, atMillis, input));
      return write(arrival, number, atMillis, null, published);
    } catch (RuntimeException bug) {
      if (shelf.rowsFailed()) {
        // Not the rules' fault: the task has to die, and its turn to be taken again.
        throw bug;
      }
      // One input that the rules stumble over must not stop the lanes beside it, nor its own.
      LOG.error(
          "{}: the rules failed at turn {} of lane {}; the input goes to the dead letters as {}."
              + " This is a bug: please report it with the ledger entry",
          domain.name(),
          number,
          name,
          ENGINE_FAULT,
          bug);
      tables.takeBack();
      open();
      return write(arrival, number, atMillis, ENGINE_FAULT, deadLetter(arrival, ENGINE_FAULT));
    }
  }

  private List<Published> decide(Turn<I> turn) {
    List<Published> published = new ArrayList<>();
    for (F fact : stepper.take(turn)) {
      Output output = domain.wire().write(name, fact);
      if (output != null) {
        byte[] payload = avro.encode(output.record());
        published.add(new Published(output.channel(), output.record(), payload, output.rule()));
      }
    }
    stepper.state().save();
    return published;
  }

  private static <I> List<Published> deadLetter(Arrival.Unreadable<I> unreadable) {
    return deadLetter(unreadable, unreadable.reason());
  }

  private static <I> List<Published> deadLetter(Arrival<I> arrival, String reason) {
    return List.of(new Published(Output.Channel.DEAD_LETTERS, null, arrival.bytes(), reason));
  }

  private Decided write(
      Arrival<I> arrival, long number, long atMillis, String reason, List<Published> published) {
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
            published.size(),
            digest(published),
            tables.digest(),
            domain.engine().rules(),
            NO_SEAL);
    byte[] bytes = entries.encode(open);
    byte[] seal = sha.field(cursor.seal()).field(bytes, EntryWire.sealedLength(bytes)).finish();
    System.arraycopy(seal, 0, bytes, bytes.length - seal.length, seal.length);
    cursor = new Cursor(number, atMillis, tables.digest(), seal);
    shelf.save(name, cursor);
    tables.keep();
    return new Decided(open.sealed(seal), bytes, published);
  }

  private static Map<Output.Channel, byte[]> channels() {
    Map<Output.Channel, byte[]> names = new EnumMap<>(Output.Channel.class);
    for (Output.Channel channel : Output.Channel.values()) {
      names.put(channel, channel.name().getBytes(StandardCharsets.UTF_8));
    }
    return names;
  }

  private byte[] digest(List<Published> published) {
    for (Published record : published) {
      sha.field(CHANNELS.get(record.channel()))
          .field(record.rule().getBytes(StandardCharsets.UTF_8))
          .field(record.payload());
    }
    return sha.finish();
  }

  /** From the rows: at the start, and to forget a turn that failed half-way. */
  private void open() {
    cursor = shelf.cursor(name);
    tables = new Tables(shelf.rows(name), cursor.stateDigest());
    stepper = new Stepper<>(domain.engine(), domain.open(tables));
  }
}
