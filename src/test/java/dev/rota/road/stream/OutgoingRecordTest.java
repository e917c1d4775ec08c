package dev.rota.road.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmRing;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TestTurn;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A turn's records are made one by one, as they are sent. */
final class OutgoingRecordTest {
  private static final byte[] NOTHING = {};

  @Test
  void aPayloadIsMadeWhenItsRecordIsReached() {
    List<Integer> made = new ArrayList<>();
    List<Output> outputs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int number = i;
      Output ring = new Output(Channel.ASSIGNMENTS, new AlarmRing("home", "tea", 1L, null), "ring");
      outputs.add(
          ring.encoded(
              room -> {
                made.add(number);
                byte[] payload = new byte[room + 1];
                payload[room] = (byte) number;
                return payload;
              }));
    }

    var all = OutgoingRecord.of(decided(outputs), OutgoingRecord.Origin.none("home"), 0);

    assertThat(made).isEmpty();
    assertThat(all.next().payload()).containsExactly(0);
    assertThat(made).containsExactly(0);
    assertThat(all.next().payload()).containsExactly(1);
    assertThat(made).containsExactly(0, 1);
  }

  private static DecidedTurn decided(List<Output> outputs) {
    TurnEntry entry =
        new TestTurn("home", TurnEntry.Kind.TICK, 1, 1).outputs(3).outputsDigest(NOTHING).entry();
    return new DecidedTurn(entry, 0, outputs, List.of());
  }
}
