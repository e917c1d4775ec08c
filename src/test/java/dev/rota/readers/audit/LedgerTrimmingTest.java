package dev.rota.readers.audit;

import static dev.rota.readers.audit.KeptCheckpointsTest.AUDITOR;
import static dev.rota.readers.audit.KeptCheckpointsTest.PARTITIONS;
import static dev.rota.readers.audit.KeptCheckpointsTest.keep;
import static dev.rota.readers.audit.KeptCheckpointsTest.kept;
import static dev.rota.readers.audit.KeptCheckpointsTest.trusted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import dev.rota.cores.CoresDomain;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.TreeRows;
import dev.rota.registry.MockRegistry;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.FoundCheckpoint;
import dev.rota.road.kept.KeptCheckpointEnd;
import dev.rota.road.kept.LedgerTrimming;
import dev.rota.road.kept.LedgerTrimming.Cut;
import dev.rota.road.topics.UnfitCluster;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What of a ledger may go, by the checkpoints that are kept and the engine's rows. */
final class LedgerTrimmingTest {
  private static final String TOPIC = "cores-checkpoints";
  private static final String CHANGELOG = "rota-cores-cores-rows-changelog";
  private static final CoresDomain CORES = new CoresDomain();

  @AfterEach
  void close() {
    MockRegistry.drop(KeptCheckpointsTest.SCOPE);
  }

  @Test
  void allBeforeTheNewestCheckpointMayGo() throws Exception {
    var forger = KeptCheckpointsTest.forged(CORES);
    World world = forger.world();
    keep(CORES, world, null);
    changelog(forger);

    List<Cut> cuts = cuts(world, CheckpointChoice.BEGINNING);
    assertThat(cuts).hasSize(PARTITIONS);
    List<FoundCheckpoint> all = kept(CORES, world, 0);
    assertThat(cuts.get(0).to()).isEqualTo(all.get(all.size() - 1).kept().offset());
  }

  /** Else what would show the forgery is deleted, and a start does not begin there. */
  @Test
  void aCheckpointIsHeldToAllRetainedTurns() throws Exception {
    var forger = KeptCheckpointsTest.forged(CORES, 2);
    World world = forger.world();
    keep(CORES, world, null);
    changelog(forger);
    LostRowsTest.forgeAnIdleLane(world);

    refuses(world, CheckpointChoice.BEGINNING, "are not those of turn", "rota audit cores");
  }

  @Test
  void aKeyMustBeTrustedByTheEngineAndByWhoTrims() throws Exception {
    var forger = KeptCheckpointsTest.forged(CORES);
    World world = forger.world();
    keep(CORES, world, AUDITOR);
    changelog(forger);
    SigningKey other = SigningKey.random("auditor.example/a2", KeyKind.WITNESS);
    CheckpointChoice engine =
        new CheckpointChoice(null, List.of(other.verifier(), AUDITOR.verifier()));

    assertThat(cuts(world, engine.and(List.of(AUDITOR.verifier()))))
        .hasSize(PARTITIONS)
        .allMatch(cut -> cut.word().verified());
    assertThat(cuts(world, CheckpointChoice.BEGINNING.and(List.of(AUDITOR.verifier()))))
        .hasSize(PARTITIONS);
    refuses(world, engine.and(List.of(other.verifier())), "no kept checkpoint");
    refuses(world, trusted(other).and(List.of(AUDITOR.verifier())), "no kept checkpoint");
  }

  @Test
  void whyTheEnginesRowsAreOfNoUseIsTold() throws Exception {
    var forger = KeptCheckpointsTest.forged(CORES);
    World world = forger.world();
    keep(CORES, world, null);
    refuses(world, CheckpointChoice.BEGINNING, CHANGELOG, "not there", "application.id");

    world.addTopic(CHANGELOG, PARTITIONS);
    refuses(world, CheckpointChoice.BEGINNING, CHANGELOG, "no rows of a page yet");

    TreeRows copying = new TreeRows();
    new LaneStore(CORES, copying).save(PageEnd.INCOMPLETE);
    rows(world, 0, copying);
    refuses(world, CheckpointChoice.BEGINNING, CHANGELOG, "being copied", "rows-copying");

    byte[] changed = copying.get(new byte[] {4});
    changed[0] ^= 2;
    copying.put(new byte[] {4}, changed);
    rows(world, 0, copying);
    refuses(world, CheckpointChoice.BEGINNING, CHANGELOG, "can be read", "handed rows over again");
  }

  /** A task that starts reads the ledger from its rows on: those pages stay. */
  @Test
  void nothingBehindTheEnginesRowsGoes() throws Exception {
    var forger = KeptCheckpointsTest.forged(CORES);
    World world = forger.world();
    keep(CORES, world, null);
    changelog(forger);
    List<FoundCheckpoint> all = kept(CORES, world, 0);
    assertThat(all).hasSizeGreaterThan(2);
    KeptCheckpointEnd older = all.get(1).kept();
    world.on(CHANGELOG, 0).clear();
    TreeRows rows = new TreeRows();
    new LaneStore(CORES, rows).save(new PageEnd(older.page(), older.turns(), older.pageSeal()));
    rows(world, 0, rows);

    assertThat(cuts(world, CheckpointChoice.BEGINNING).get(0).kept().page())
        .isEqualTo(older.page());
    new LaneStore(CORES, rows)
        .save(new PageEnd(all.get(0).kept().page() - 1, older.turns(), older.pageSeal()));
    world.on(CHANGELOG, 0).clear();
    rows(world, 0, rows);
    refuses(world, CheckpointChoice.BEGINNING, "which the engine's rows have passed");
  }

  @Test
  void nonsenseOfNobodyStopsNobodyWhoAsksForAWord() throws Exception {
    var forger = KeptCheckpointsTest.forged(CORES);
    World world = forger.world();
    keep(CORES, world, AUDITOR);
    changelog(forger);
    world.append(TOPIC, 0, 1, null, new byte[] {1, 2, 3}, new RecordHeaders());

    assertThat(cuts(world, trusted(AUDITOR))).hasSize(PARTITIONS);
    refuses(world, CheckpointChoice.BEGINNING, "damaged or forged", "rota audit cores", "--policy");
    world.trim("cores-ledger", 0, kept(CORES, world, 0).get(0).kept().offset());
    AuditReport report =
        ForgedHistoriesTest.audit(
            CORES,
            world,
            new DomainAudit.Witnesses(World.GROUP, null, null, trusted(AUDITOR), null, 1));
    assertThat(report.proved()).isTrue();
    assertThat(report.warnings()).anySatisfy(one -> assertThat(one).contains(TOPIC));
  }

  private static void refuses(World world, CheckpointChoice since, String... words) {
    assertThatThrownBy(() -> cuts(world, since))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContainingAll(words)
        .hasMessageContaining("othing is deleted");
  }

  private static List<Cut> cuts(World world, CheckpointChoice since) {
    return new LedgerTrimming(CORES, world, since, CHANGELOG).cuts();
  }

  /** The engine's rows, as new as the ledger. */
  private static void changelog(Forger forger) {
    World world = forger.world();
    world.addTopic(CHANGELOG, PARTITIONS);
    for (int partition = 0; partition < PARTITIONS; partition++) {
      rows(world, partition, forger.rows(partition));
    }
  }

  private static void rows(World world, int partition, TreeRows rows) {
    rows.page(new KeySpan(new byte[0], null), Integer.MAX_VALUE)
        .forEach(
            row ->
                world.append(CHANGELOG, partition, 0, row.key(), row.value(), new RecordHeaders()));
  }
}
