package dev.rota.ledger;

/** What a lane takes a turn for. */
public sealed interface Arrival<I> {
  /** The arrival's own time in epoch milliseconds; the turn's is never before the last turn's. */
  default long timestampMillis() {
    return source().timestampMillis();
  }

  Entry.Kind kind();

  /** Where it lay, or null. */
  default Source source() {
    return null;
  }

  /** What the ledger keeps of it, or null. */
  default byte[] bytes() {
    return null;
  }

  /**
   * An input.
   *
   * @param bytes in Avro's single-object encoding
   */
  record Legible<I>(Source source, I input, byte[] bytes) implements Arrival<I> {
    @Override
    public Entry.Kind kind() {
      return Entry.Kind.INPUT;
    }
  }

  /**
   * Something that could not be read. It goes to the dead letters, and decides nothing.
   *
   * @param reason a stable code
   * @param key as it came, or null
   * @param bytes the value as it came, or null
   */
  record Unreadable<I>(Source source, String reason, byte[] key, byte[] bytes)
      implements Arrival<I> {
    @Override
    public Entry.Kind kind() {
      return Entry.Kind.UNREADABLE;
    }
  }

  /** Nothing but time passing. */
  record Tick<I>(long timestampMillis) implements Arrival<I> {
    @Override
    public Entry.Kind kind() {
      return Entry.Kind.TICK;
    }
  }
}
