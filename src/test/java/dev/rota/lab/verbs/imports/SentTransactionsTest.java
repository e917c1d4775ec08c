package dev.rota.lab.verbs.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.PoolOutcome;
import dev.rota.shards.RejectReason;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.TransactionOutcome;
import dev.rota.shards.TransactionOutcomeKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an import of transactions tells of them. */
class SentTransactionsTest {
  private final SentTransactions transactions = new SentTransactions();

  @Test
  void anIdThatIsSentTwiceIsSettledTwice() {
    transactions.sent("A", "t1");
    transactions.sent("A", "t1");

    assertThat(transactions.hear("", rejected("A", "t1"))).isTrue();
    assertThat(transactions.isOpen()).isTrue();
    assertThat(transactions.missing()).isEqualTo("1 transactions wait");

    assertThat(transactions.hear("", block("A", "t1"))).isTrue();
    assertThat(transactions.isOpen()).isFalse();
    assertThat(transactions.report(0).json())
        .contains("\"included\":1", "\"refused\":1", "\"failed\":0");
  }

  @Test
  void anIdThatIsSentAgainAfterItsBlockIsInTwoBlocks() {
    transactions.sent("A", "t1");
    transactions.sent("A", "t1");

    transactions.hear("", block("A", "t1"));
    assertThat(transactions.isOpen()).isTrue();
    transactions.hear("", block("A", "t1"));

    assertThat(transactions.isOpen()).isFalse();
    assertThat(transactions.report(0).json()).contains("\"included\":2", "\"refused\":0");
  }

  @Test
  void whatNobodySentHereIsNobodysHere() {
    transactions.sent("A", "t1");

    assertThat(transactions.hear("", block("B", "t1"))).isFalse();
    assertThat(transactions.hear("", rejected("A", "t2"))).isFalse();
    assertThat(transactions.isOpen()).isTrue();
  }

  @Test
  void aTypeIsOneWordOfThePayload() {
    assertThat(new String(ImportStarknet.payload("DEPLOY ACCOUNT\tv1"), UTF_8))
        .isEqualTo("add DEPLOY_ACCOUNT_v1 1");
  }

  private static PoolOutcome block(String shard, String... ids) {
    return new PoolOutcome(
        "pool",
        0L,
        ShardBlock.newBuilder()
            .setShard(shard)
            .setNumber(1)
            .setEpoch(1)
            .setCycle(1)
            .setWorker("w")
            .setEnvironmentVersion(0)
            .setTransactions(List.of(ids))
            .build());
  }

  private static PoolOutcome rejected(String shard, String id) {
    return new PoolOutcome(
        "pool",
        0L,
        TransactionOutcome.newBuilder()
            .setShard(shard)
            .setId(id)
            .setOutcome(TransactionOutcomeKind.REJECTED)
            .setReason(RejectReason.DUPLICATE)
            .build());
  }
}
