package dev.rota.readers.whatif;

import dev.rota.base.avro.AvroBytes;
import dev.rota.kernel.domain.Wire;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.table.Sha256;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** The assignments of a history, in order, compared with those of the recorded one. */
final class AssignmentSequence {
  /** A history has millions: 8 bytes of the digest tell two of them apart. */
  private record Decision(long turn, long digest) {}

  private final List<Decision> all = new ArrayList<>();
  private final AvroBytes avro = new AvroBytes();
  private final Wire<?, ?> wire;
  private final AssignmentSequence recorded;
  private String difference;

  /**
   * Nothing is decided yet.
   *
   * @param recorded what happened; null: this is it
   */
  AssignmentSequence(Wire<?, ?> wire, AssignmentSequence recorded) {
    this.wire = wire;
    this.recorded = recorded;
  }

  void add(TurnEntry turn, SpecificRecord assignment) {
    byte[] digest = Sha256.of(avro.encode(assignment));
    Decision decision = new Decision(turn.number(), ByteBuffer.wrap(digest).getLong());
    all.add(decision);
    if (recorded != null && difference == null && !isSame(decision)) {
      difference = difference(wire.tell(assignment));
    }
  }

  private boolean isSame(Decision decision) {
    int at = all.size() - 1;
    return at < recorded.all.size() && recorded.all.get(at).digest == decision.digest;
  }

  private String difference(String here) {
    int at = all.size() - 1;
    return at < recorded.all.size()
        ? "from turn %d on, which decided otherwise: now %s"
            .formatted(recorded.all.get(at).turn, here)
        : "after the last recorded assignment: now %s".formatted(here);
  }

  /** The first difference, in words; null: there is none. */
  String firstDifference() {
    return difference == null && all.size() < recorded.all.size()
        ? "from turn %d on: its assignment is not made".formatted(recorded.all.get(all.size()).turn)
        : difference;
  }
}
