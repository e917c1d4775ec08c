package dev.rota.kernel.ledger;

import dev.rota.kernel.domain.Output;
import java.util.List;

/**
 * The result of a turn.
 *
 * @param stateDigest of the lane's rows after the turn, as far as they are saved
 * @param published in order; the index identifies a record within the turn
 * @param faults failures of the rules over the input or over deadlines
 */
public record DecidedTurn(
    TurnEntry entry, long stateDigest, List<Output> published, List<RulesFault> faults) {
  /** The turn and its state's digest in one encoding, to compare turns. */
  public byte[] toBytes() {
    int partition = entry.source() == null ? 0 : entry.source().partition();
    TurnPage alone =
        new TurnPage(
            1, partition, List.of(TurnPage.Touched.of(entry, stateDigest)), List.of(entry));
    return new PageEncoder().encode(alone, PageWire.NO_SEAL);
  }

  /** A record's identity, {@code lane/number/index}: the {@code rota.turn} header. */
  public String turn(int index) {
    return entry.lane() + "/" + entry.number() + "/" + index;
  }

  /**
   * Returns false if the turn was full before it came to the arrival: deadlines filled it. It
   * became a tick, and the arrival is to be taken again.
   */
  public boolean isOf(TurnArrival arrival) {
    return entry.kind() == arrival.kind();
  }

  /** The exception whose dead letter this record is, or null. */
  public Throwable fault(int index) {
    return faults.stream()
        .filter(fault -> fault.index() == index)
        .map(RulesFault::cause)
        .findFirst()
        .orElse(null);
  }
}
