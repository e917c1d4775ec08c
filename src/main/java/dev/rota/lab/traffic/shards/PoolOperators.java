package dev.rota.lab.traffic.shards;

import dev.rota.lab.traffic.FaultMix;
import dev.rota.shards.Affinity;
import dev.rota.shards.Beats;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Creation;
import dev.rota.shards.Drain;
import dev.rota.shards.NonceRule;
import dev.rota.shards.Register;
import dev.rota.shards.Resume;
import dev.rota.shards.Schedule;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.Shutdown;
import dev.rota.shards.wire.ShardsWire;
import java.util.SplittableRandom;

/** The operators of a pool: they send block environments, policies and commands. */
final class PoolOperators {
  private final PoolLife life;
  private long number = 1_000_000;

  PoolOperators(PoolLife life) {
    this.life = life;
  }

  /** Sends a new block of the base chain. */
  void update() {
    FaultMix<PoolFault> faults = life.faults();
    PoolFault trick = faults.any(PoolFault.ENVIRONMENT_BACK, PoolFault.ODD_ENVIRONMENT);
    number += trick == PoolFault.ENVIRONMENT_BACK ? -2 : 1;
    BlockEnvironment next = life.sending().environment(number);
    if (trick == PoolFault.OTHER_ENVIRONMENT) {
      next = other(next, life.random());
    }
    if (trick == PoolFault.ODD_ENVIRONMENT) {
      next = BlockEnvironment.newBuilder(next).setL1GasPriceWei(-life.random().nextInt(2)).build();
    }
    life.happen(ShardsWire.ENVIRONMENTS, next, trick);
    if (faults.plays(PoolFault.OTHER_POLICY)) {
      ShardPolicy other = PoolShape.policy(life.sending(), life.random());
      life.happen(ShardsWire.POLICIES, other, PoolFault.OTHER_POLICY);
    }
    if (faults.plays(PoolFault.BAD_POLICY)) {
      life.happen(ShardsWire.POLICIES, bad(life.random()), PoolFault.BAD_POLICY);
    }
    if (faults.plays(PoolFault.COMMAND)) {
      command(life.random());
    }
    life.later(life.around(life.shape().environmentMillis()), this::update);
  }

  private static BlockEnvironment other(BlockEnvironment next, SplittableRandom random) {
    return BlockEnvironment.newBuilder(next)
        .setNumber(random.nextInt(9) == 0 ? Long.MAX_VALUE : next.getNumber())
        .setTimestamp(random.nextInt(9) == 0 ? Long.MAX_VALUE : next.getTimestamp())
        .setL1GasPriceWei(random.nextLong(1000))
        .setL1GasPriceFri(random.nextInt(9) == 0 ? Long.MAX_VALUE : random.nextLong(3))
        .setSequencerAddress("0x" + random.nextInt(9))
        .setProtocolVersion("0.14." + random.nextInt(3))
        .build();
  }

  private ShardPolicy bad(SplittableRandom random) {
    ShardPolicy.Builder policy = life.sending().policy();
    return switch (random.nextInt(9)) {
      case 0 -> policy.setQuantumMs(random.nextBoolean() ? -1 : Long.MAX_VALUE).build();
      case 1 -> policy.setMaxBatch(-5).build();
      case 2 -> policy.setSessionTimeoutMs(Long.MAX_VALUE).build();
      case 3 -> policy.setCreation(Creation.UNKNOWN).build();
      case 4 -> policy.setBeats(Beats.UNKNOWN).build();
      case 6 -> policy.setAffinity(Affinity.UNKNOWN).build();
      case 7 -> policy.setNonces(NonceRule.UNKNOWN).build();
      case 5 -> policy.setControl(new Register("", null)).build();
      default -> policy.setControl(new Schedule("nobody's")).build();
    };
  }

  private void command(SplittableRandom random) {
    String shard = life.shape().anyShard(random);
    Object control =
        switch (random.nextInt(5)) {
          case 0 -> new Register(shard, (long) random.nextInt(400));
          case 1 -> new Schedule(shard);
          case 2 -> new Shutdown(1L + random.nextInt(life.shape().cycleMillis()));
          case 3 -> new Shutdown(null);
          default -> new Drain();
        };
    life.happen(ShardsWire.POLICIES, life.sending().command(control), PoolFault.COMMAND);
    if (control instanceof Shutdown || control instanceof Drain) {
      life.later(
          life.around(2000),
          () ->
              life.happen(
                  ShardsWire.POLICIES, life.sending().command(new Resume()), PoolFault.COMMAND));
    }
  }
}
