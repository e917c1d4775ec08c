package dev.rota.shards.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.kernel.domain.Output;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.shards.PoolRecords;
import dev.rota.shards.Committed;
import dev.rota.shards.Joined;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.TransactionOutcome;
import dev.rota.shards.TransactionOutcomeKind;
import dev.rota.shards.WorkerEvent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** What stands in the records. */
class ShardsWireTest {
  private static final String POOL = "mainnet";

  private final ShardsWire wire = new ShardsWire();
  private final PoolRecords sending = new PoolRecords(POOL);
  private final LanesInMemory bench = new LanesInMemory(new ShardsDomain());

  private List<SpecificRecord> send(String topic, long at, SpecificRecord record) {
    List<SpecificRecord> records = new ArrayList<>();
    for (Output output : bench.take(POOL, new Traffic.Event(topic, at, record)).published()) {
      records.add(output.record());
    }
    return records;
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  private ShardTransaction transaction(String id, String payload) {
    return new ShardTransaction(POOL, "0xa", id, "alice", 7L, bytes(payload));
  }

  private WorkerEvent committed(long epoch, long cycle, List<String> failed) {
    Committed event =
        new Committed(
            "0xa",
            epoch,
            cycle,
            null,
            failed,
            Map.of("t2", "out of gas"),
            "0xroot" + cycle,
            bytes("diff"),
            bytes("receipts"));
    return new WorkerEvent(POOL, "w1", 1L, event);
  }

  private static <T> T only(List<SpecificRecord> records, Class<T> kind) {
    List<T> found = new ArrayList<>();
    for (SpecificRecord record : records) {
      Object one = record instanceof PoolOutcome outcome ? outcome.getEvent() : record;
      if (kind.isInstance(one)) {
        found.add(kind.cast(one));
      }
    }
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Test
  void anAssignmentHasAllThatAWorkerNeeds() {
    send(ShardsWire.ENVIRONMENTS, 0, sending.environment(800));
    send(ShardsWire.WORKERS, 0, new WorkerEvent(POOL, "w1", 1L, new Joined(1)));
    List<SpecificRecord> first = send(ShardsWire.TRANSACTIONS, 10, transaction("t1", "transfer"));
    ShardAssignment assigned = only(first, ShardAssignment.class);
    assertThat(assigned.getBlockNumber()).isEqualTo(1);
    assertThat(assigned.getParentStateRoot()).isNull();
    assertThat(assigned.getEnvironment().getVersion()).isEqualTo(1);
    assertThat(assigned.getEnvironment().getNumber()).isEqualTo(800);
    assertThat(assigned.getFirstSeq()).isEqualTo(1);
    assertThat(assigned.getCount()).isEqualTo(1);
    assertThat(assigned.getQuantumLeftMs()).isEqualTo(100);
    assertThat(assigned.getTransactions().get(0).getPayload()).isEqualTo(bytes("transfer"));
    assertThat(assigned.getTransactions().get(0).getSender()).isEqualTo("alice");
    assertThat(assigned.getTransactions().get(0).getNonce()).isEqualTo(7);
    assertThat(assigned.getEndOfLease()).isNull();
    assertThat(wire.begins(assigned)).isTrue();
    assertThat(wire.tell(assigned))
        .isEqualTo(
            "mainnet: shard 0xa runs block 1 with 1 transactions on worker w1, epoch 1, cycle 1");
  }

  @Test
  void aBlockPassesOnWhatItsWorkerSaidAndIsTheParentOfTheNext() {
    send(ShardsWire.WORKERS, 0, new WorkerEvent(POOL, "w1", 1L, new Joined(1)));
    send(ShardsWire.TRANSACTIONS, 0, transaction("t1", ""));
    send(ShardsWire.TRANSACTIONS, 1, transaction("t2", ""));
    List<SpecificRecord> out = send(ShardsWire.WORKERS, 40, committed(1, 1, List.of()));
    ShardBlock block = only(out, ShardBlock.class);
    assertThat(block.getNumber()).isEqualTo(1);
    assertThat(block.getTransactions()).containsExactly("t1");
    assertThat(block.getWorker()).isEqualTo("w1");
    assertThat(block.getStateRoot()).isEqualTo("0xroot1");
    assertThat(block.getStateDiff()).isEqualTo(bytes("diff"));
    assertThat(block.getReceipts()).isEqualTo(bytes("receipts"));
    ShardAssignment next = only(out, ShardAssignment.class);
    assertThat(next.getCycle()).isEqualTo(2);
    assertThat(next.getParentStateRoot()).isEqualTo("0xroot1");
    assertThat(next.getFirstSeq()).isEqualTo(2);
    assertThat(next.getQuantumLeftMs()).isEqualTo(60);

    bench.restart();
    List<SpecificRecord> last = send(ShardsWire.WORKERS, 50, committed(1, 2, List.of("t2")));
    assertThat(only(last, ShardBlock.class).getFailed()).containsExactly("t2");
    TransactionOutcome failed = only(last, TransactionOutcome.class);
    assertThat(failed.getOutcome()).isEqualTo(TransactionOutcomeKind.FAILED);
    assertThat(failed.getDetail()).isEqualTo("out of gas");
    ShardAssignment end = only(last, ShardAssignment.class);
    assertThat(wire.begins(end)).isFalse();
    assertThat(wire.tell(end))
        .isEqualTo("mainnet: shard 0xa leaves (EMPTY) on worker w1, epoch 1, cycle 2");
  }

  @Test
  void aRecordOfAnotherDomainIsNoInput() {
    assertThatThrownBy(() -> wire.read(new ShardBlock()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ShardBlock is no input of the shards");
  }
}
