package dev.rota.lab.toys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.executor.Batch;
import dev.rota.executor.Execution;
import dev.rota.executor.MerkleTrie;
import dev.rota.executor.StateDiff;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the machine makes of transactions, one scenario each. */
class AccountMachineTest {
  private static final Batch.Environment ENVIRONMENT =
      new Batch.Environment(3, 770, 1_642_690_775, 5, 6, "0x46a8", "0.13.2");

  private final AccountMachine machine = new AccountMachine();

  @Test
  void aTransferMovesWhatTheSenderHas() {
    Execution done = run("alice", "transfer bob 300", "transfer carol 200");

    assertThat(text(done, "balance/alice")).isEqualTo("999999500");
    assertThat(text(done, "balance/bob")).isEqualTo("1000000300");
    assertThat(text(done, "balance/carol")).isEqualTo("1000000200");
    assertThat(text(done, "nonce/alice")).isEqualTo("2");
    assertThat(receipts(done)).containsExactly("t0 OK", "t1 OK");
    assertThat(done.failed()).isEmpty();
    assertThat(done.executed()).isEqualTo(2);
  }

  @Test
  void whatTheSenderCannotAffordIsRevertedAndInTheBlock() {
    Execution done = run("alice", "transfer bob 1000000001", "transfer bob 1");

    assertThat(receipts(done)).containsExactly("t0 REVERTED alice has 1000000000", "t1 OK");
    assertThat(done.failed()).isEmpty();
    assertThat(text(done, "balance/bob")).isEqualTo("1000000001");
    assertThat(text(done, "nonce/alice")).isEqualTo("2");
  }

  @Test
  void aTransferToOneselfMovesNothing() {
    Execution done = run("alice", "transfer alice 7");

    assertThat(receipts(done)).containsExactly("t0 OK");
    assertThat(done.state().get("balance/alice")).isNull();
  }

  @Test
  void storageIsWrittenAndAddedTo() {
    Execution done = run("alice", "write greeting good  evening", "add visits 2", "add visits -5");

    assertThat(text(done, "storage/greeting")).isEqualTo("good  evening");
    assertThat(text(done, "storage/visits")).isEqualTo("-3");
  }

  @Test
  void whatCannotBeAddedToIsReverted() {
    Execution done = run("alice", "write a word", "add a 1", "add n 1", "add n " + Long.MAX_VALUE);

    assertThat(receipts(done))
        .containsExactly(
            "t0 OK",
            "t1 REVERTED storage/a is no number",
            "t2 OK",
            "t3 REVERTED storage/n would overflow");
    assertThat(text(done, "storage/n")).isEqualTo("1");
  }

  @Test
  void aStampIsTheBaseChainsNumber() {
    assertThat(text(run("alice", "stamp seen"), "storage/seen")).isEqualTo("770");
  }

  @Test
  void whatIsNoInstructionIsInNoBlockAndTheOthersRun() {
    Execution done =
        run("alice", "dance", "transfer bob", "add n x", "transfer bob -1", "", "write k v");

    assertThat(done.failed())
        .containsEntry("t0", "payload begins with 'dance': use transfer, write, add or stamp")
        .containsEntry("t1", "'transfer' lacks its word 2")
        .containsEntry("t2", "'x' is no number")
        .containsEntry("t3", "amount is -1: 0 or more")
        .containsEntry("t4", "payload begins with '': use transfer, write, add or stamp")
        .hasSize(5);
    assertThat(receipts(done)).containsExactly("t5 OK");
    assertThat(text(done, "nonce/alice")).isEqualTo("1");
  }

  /** Two keys of unlike bytes must not be one. */
  @Test
  void whatIsNoUtf8IsNoInstruction() {
    byte[] payload = bytes("write k? v");
    payload[7] = (byte) 0xff;
    Batch.Transaction broken = new Batch.Transaction("t9", "alice", null, payload);
    Batch batch = new Batch("shard", 1, ENVIRONMENT, List.of(broken));

    assertThat(machine.execute(batch, MerkleTrie.EMPTY).failed())
        .containsEntry("t9", "payload: a text is not UTF-8: byte 0xff at 7");
  }

  @Test
  void aTransferNeedsASender() {
    Execution done = run(null, "transfer bob 1", "write k v");

    assertThat(done.failed()).containsEntry("t0", "there is no sender: a transfer needs one");
    assertThat(text(done, "storage/k")).isEqualTo("v");
  }

  @Test
  void theDiffLeadsFromTheBlockBeforeToTheState() {
    Execution first = run("alice", "transfer bob 300", "write k v");
    Execution second =
        machine.execute(batch("bob", "transfer alice 1", "write k w"), first.state());

    StateDiff read = StateDiff.of(second.diff().toBytes());
    assertThat(read.applyTo(first.state()).root()).isEqualTo(second.state().root());
    assertThat(read.changes().keySet())
        .containsExactly("balance/alice", "balance/bob", "nonce/bob", "storage/k");
  }

  @Test
  void aDiffMayTakeAKeyAway() {
    var changes = new TreeMap<String, byte[]>();
    changes.put("a", null);
    byte[] bytes = new StateDiff(changes).toBytes();
    MerkleTrie state = MerkleTrie.EMPTY.with("a", bytes("1")).with("b", bytes("2"));

    assertThat(StateDiff.of(bytes).applyTo(state).root())
        .isEqualTo(MerkleTrie.EMPTY.with("b", bytes("2")).root());
  }

  @Test
  void whatIsNoDiffIsSaid() {
    for (String nonsense : List.of("", "nonsense", "\u0002", "\u0002\u0002\u0001")) {
      assertThatThrownBy(() -> StateDiff.of(bytes(nonsense)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("not a state diff");
    }
  }

  @Test
  void equalBatchesOverEqualStatesMakeEqualBlocks() {
    String[] payloads = {
      "transfer bob 3", "stamp s", "add n 4", "dance", "transfer bob 9999999999"
    };
    Execution one = run("alice", payloads);
    Execution other = run("alice", payloads);

    assertThat(other.state().root()).isEqualTo(one.state().root());
    assertThat(other.diff().toBytes()).isEqualTo(one.diff().toBytes());
    assertThat(other.receipts()).isEqualTo(one.receipts());
    assertThat(other.failed()).isEqualTo(one.failed());
  }

  private Execution run(String sender, String... payloads) {
    return machine.execute(batch(sender, payloads), MerkleTrie.EMPTY);
  }

  private static Batch batch(String sender, String... payloads) {
    return new Batch(
        "shard",
        1,
        ENVIRONMENT,
        IntStream.range(0, payloads.length)
            .mapToObj(i -> new Batch.Transaction("t" + i, sender, null, bytes(payloads[i])))
            .toList());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(Execution done, String key) {
    return new String(done.state().get(key), UTF_8);
  }

  private static List<String> receipts(Execution done) {
    return Arrays.asList(new String(done.receipts(), UTF_8).split("\n"));
  }
}
