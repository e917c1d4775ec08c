package dev.rota.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testing.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Brokers that freeze, too few of them or none, one whose disk is full, some that slow engines
 * down, and faults that overlap. They take minutes.
 */
@EnabledIfSystemProperty(
    named = "rota.faults",
    matches = "long",
    disabledReason = "these take minutes: -Drota.faults=long runs them")
class BrokerFaultsIT extends Rows {
  private static final int BROKERS = 3;
  private static final int ENGINES = 2;
  private static final Duration LASTING = Duration.ofSeconds(25);
  private static final Duration NOBODY = Duration.ofMinutes(2);

  /** Less than an engine writes of the flow of inputs. */
  private static final Double LITTLE_BYTES = 1_000.0;

  private static final Double PLENTY_BYTES = 1e9;
  private static final int BEHIND = 100;

  private static final Duration ON_ITS_WAY_MAX = Duration.ofSeconds(5);
  private static final int DISK_MIB = 256;
  private static final int LEFT_BYTES = 64 << 10;

  private Optional<SmallDisk> disk = Optional.empty();

  @Override
  Arena open() throws Exception {
    disk = SmallDisk.mount(Files.createDirectory(Brokers.dir(home, BROKERS)), DISK_MIB);
    return super.open();
  }

  @AfterAll
  void unmount() throws IOException {
    if (disk.isPresent()) {
      disk.get().close();
    }
  }

  @Test
  @Order(1)
  void f8ALeaderThatIsFrozenCostsAStall() throws Exception {
    int leader = leader();
    arena.strike(Arena.ALL, () -> arena.brokers().freeze(leader));
    pass(LASTING);
    arena.brokers().thaw(leader);
    arena.brokers().awaitInSync(arena.admin());
    conclude("F8", "broker SIGSTOP " + LASTING.toSeconds() + " s (a leader), SIGCONT");
  }

  @Test
  @Order(2)
  void f9WithTooFewCopiesNothingIsAcceptedAndNothingIsLost() throws Exception {
    arena.strike(
        Arena.ALL,
        () -> {
          arena.brokers().kill(1);
          arena.brokers().kill(2);
        });
    pass(ON_ITS_WAY_MAX);
    long[] accepted = arena.producer().counts();
    pass(LASTING);
    assertThat(arena.producer().counts()).as("accepted by one of three").isEqualTo(accepted);
    arena.brokers().restart(1);
    arena.brokers().restart(2);
    arena.brokers().awaitInSync(arena.admin());
    conclude("F9", "two of three brokers kill -9, restarted after 30 s");
  }

  /** Each is away alone, with some of the others, and with all of them. */
  @Test
  @Order(3)
  void f13AllThatFreezeOneByOneAndWakeInAnotherOrderGoOn() throws Exception {
    Random random = new Random(SEED);
    List<Integer> all = new ArrayList<>(IntStream.range(0, BROKERS + ENGINES).boxed().toList());
    arena.strike(
        Arena.ALL,
        () -> {
          Collections.shuffle(all, random);
          for (int one : all) {
            freeze(one, true);
            pass(Duration.ofMillis(random.nextInt(3_000)));
          }
          Collections.shuffle(all, random);
          for (int one : all) {
            freeze(one, false);
            pass(Duration.ofMillis(random.nextInt(3_000)));
          }
        });
    arena.brokers().awaitInSync(arena.admin());
    arena.recover();
    arena.bothEngines();
    arena.forgiveDeaths(); // a thread whose transaction is no more is replaced
    conclude("F13", "all frozen one by one, woken in another order (seed " + SEED + ")");
  }

  @Test
  @Order(4)
  void f10WithoutAnyBrokerEnginesWaitAndGoOn() throws Exception {
    // All that are killed at once may lose the end of a transaction (KAFKA-20734).
    arena.strike(Arena.ALL, arena.brokers()::stopAll);
    pass(NOBODY);
    for (int i = 0; i < ENGINES; i++) {
      assertThat(arena.engine(i).alive()).as("engine %d waits", i).isTrue();
      assertThat(arena.engine(i).isLive()).as("/livez of engine %d", i).isTrue();
      assertThat(arena.engine(i).log()).doesNotContain("AdminMetadataManager");
    }
    arena.brokers().restart(1, 2, BROKERS);
    arena.brokers().awaitInSync(arena.admin());
    arena.recover();
    arena.forgiveDeaths(); // a thread whose transaction is no more is replaced
    conclude("F10", "all brokers SIGTERM, restarted after " + NOBODY.toSeconds() + " s");
  }

  @Test
  @Order(5)
  void f20ABrokerWhoseDiskIsFullEndsAndComesBack() throws Exception {
    NotRun.unless(disk.isPresent(), "a full disk of a broker: only root mounts a small one");
    arena.strike(Arena.ALL, () -> disk.get().fill(LEFT_BYTES));
    arena.brokers().awaitEnd(BROKERS);
    arena.awaitFlow(Arena.ALL);
    disk.get().empty();
    arena.brokers().restart(BROKERS);
    arena.brokers().awaitInSync(arena.admin());
    conclude("F20", "the disk of a broker is full; it ends, and is restarted with space");
  }

  /** The group changes hands while what its members ask for is led by a broker that is silent. */
  @Test
  @Order(7)
  void f8AnEngineIsKilledWhileALeaderIsFrozen() throws Exception {
    int leader = leader();
    arena.strike(
        Arena.ALL,
        () -> {
          arena.brokers().freeze(leader);
          arena.engine(0).kill();
        });
    pass(LASTING);
    arena.brokers().thaw(leader);
    arena.brokers().awaitInSync(arena.admin());
    arena.recover();
    arena.bothEngines();
    arena.forgiveDeaths(); // a thread whose transaction is no more is replaced
    conclude("F8", "broker SIGSTOP " + LASTING.toSeconds() + " s, and an engine kill -9");
  }

  /** An engine that a quota slows down is not taken for dead. */
  @Test
  @Order(6)
  void f31ClientsThatMayWriteLittleFallBehindAndCatchUp() throws Exception {
    arena.strike(Arena.ALL, () -> limit(LITTLE_BYTES));
    pass(LASTING);
    long behind = sum(arena.producer().counts()) - sum(arena.observer().counts());
    limit(null);
    assertThat(behind).as("inputs that wait for the engines").isGreaterThan(BEHIND);
    arena.recover();
    conclude(
        "F31",
        "an engine may write %.0f bytes/s, for %d s".formatted(LITTLE_BYTES, LASTING.toSeconds()));
  }

  /** Of each client but the one that sends inputs. Null: as much as it can. */
  private static void limit(Double bytesPerSecond) throws Exception {
    arena
        .admin()
        .alterClientQuotas(
            List.of(quota(null, bytesPerSecond), quota(SteadyProducer.CLIENT, PLENTY_BYTES)))
        .all()
        .get();
  }

  private static ClientQuotaAlteration quota(String client, Double bytesPerSecond) {
    return new ClientQuotaAlteration(
        new ClientQuotaEntity(Collections.singletonMap(ClientQuotaEntity.CLIENT_ID, client)),
        List.of(new ClientQuotaAlteration.Op("producer_byte_rate", bytesPerSecond)));
  }

  private static long sum(long[] counts) {
    return LongStream.of(counts).sum();
  }

  private static void freeze(int one, boolean whether) throws Exception {
    if (one >= BROKERS && whether) {
      arena.engine(one - BROKERS).freeze();
    } else if (one >= BROKERS) {
      arena.engine(one - BROKERS).thaw();
    } else if (whether) {
      arena.brokers().freeze(one + 1);
    } else {
      arena.brokers().thaw(one + 1);
    }
  }
}
