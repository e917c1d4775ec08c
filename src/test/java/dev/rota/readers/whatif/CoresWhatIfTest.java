package dev.rota.readers.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.SessionChange;
import dev.rota.cores.wire.CoresWire;
import dev.rota.kernel.domain.FleetChange;
import dev.rota.testing.Book;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Worked out by hand: section 5.5 of the cores' rules. */
final class CoresWhatIfTest {
  static final String CHAIN = "chain";
  private static final long BLOCK_MILLIS = 6_000;

  /**
   * One core for parathreads, and no retries. 2000 is scheduled in block 1, is not backed, and is
   * dropped in block 2. 2001 comes in block 2, is backed at once, and is available in block 3.
   */
  private static Book book() {
    Book book = begun();
    take(book, block(2).setOccupied(List.of(0)).build());
    take(book, block(3).setFreed(List.of(new FreedCore(0, FreedReason.CONCLUDED))).build());
    take(book, block(4).build());
    take(book, block(5).build());
    return book;
  }

  /** Up to block 1. */
  static Book begun() {
    Book book = new Book(new CoresDomain());
    CoresConfig config =
        CoresConfig.newBuilder()
            .setParathreadCores(1)
            .setSchedulingLookahead(2)
            .setGroupRotationFrequency(100)
            .setThreadAvailabilityPeriod(10)
            .build();
    SessionChange session =
        SessionChange.newBuilder()
            .setIndex(1)
            .setValidators(4)
            .setParathreads(List.of(2000L, 2001L))
            .setConfig(config)
            .build();
    take(book, block(0).setSession(session).build());
    claim(book, 2000, 1_000);
    claim(book, 2001, 2_000);
    take(book, block(1).build());
    return book;
  }

  private static BlockEvent.Builder block(long number) {
    return BlockEvent.newBuilder().setChain(CHAIN).setNumber(number);
  }

  private static void take(Book book, BlockEvent block) {
    book.take(CoresWire.BLOCK_EVENTS, CHAIN, block.getNumber() * BLOCK_MILLIS, block);
  }

  private static void claim(Book book, long para, long at) {
    book.take(CoresWire.CLAIMS, CHAIN, at, new ParathreadClaim(CHAIN, para, "alice"));
  }

  private static Figured ask(String policy, FleetChange... fleet) {
    return new Figured(Asked.of(new CoresDomain(), book(), CHAIN, policy, fleet));
  }

  @Test
  void aRetryIsGivenItsCoreAgain() {
    // 2000 goes behind 2001. Block 3 frees the core, and gives it to 2000: backed, and available
    // after one block, the median.
    Figured figured = ask("{parathreadRetries: 1}");
    figured
        .has("claims dropped", 1, 0)
        .has("retries: not backed", 0, 1)
        .has("claims scheduled", 2, 3)
        .has("claims concluded", 1, 2)
        .has("blocks that contradict", 0, 0)
        .of("waiting for a core", "para 2000", 5_000, 5_000)
        .of("waiting for a core", "para 2001", 10_000, 10_000);
    assertThat(figured.both().assumed())
        .containsExactly(
            "1 candidates have no like in history: each is backed at once, and available after 1"
                + " blocks");
  }

  @Test
  void asecondCoreTakesTheSecondClaimABlockEarlier() {
    ask("{}", new FleetChange(true, "cores", "1", null))
        .of("waiting for a core", "para 2001", 10_000, 4_000)
        .has("claims concluded", 1, 1)
        .has("blocks that contradict", 0, 0);
    ask("{parathreadCores: 2}").of("waiting for a core", "para 2001", 10_000, 4_000);
  }

  @Test
  void withoutACoreNothingIsScheduledAndBlocksDoNotContradict() {
    ask("{}", new FleetChange(false, "cores", "1", null))
        .has("claims scheduled", 2, 0)
        .has("claims refused", 0, 2)
        .has("blocks that contradict", 0, 0);
  }

  @Test
  void aPolicyThatTheRulesRefuseIsAnError() {
    assertThatThrownBy(() -> ask("{parathreadRetries: -1}"))
        .isInstanceOf(RefusedPolicy.class)
        .hasMessageContaining("parathreadRetries");
  }
}
