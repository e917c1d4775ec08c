package dev.rota.lab.traffic.bots;

import dev.rota.bots.AssignerKind;
import dev.rota.bots.Beats;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.FetchFilter;
import dev.rota.bots.PropertySet;
import dev.rota.bots.PropertySetKind;
import dev.rota.bots.Quota;
import dev.rota.bots.Reading;
import java.util.List;
import java.util.SplittableRandom;

/** An operator who changes policies, there and back, and makes mistakes. */
final class PolicyFaults {
  private final GridPolicies policies;
  private final SplittableRandom random;

  /** Null until the first policy is sent. */
  private BotPolicy policy;

  private BotPolicy before;

  PolicyFaults(GridPolicies policies, SplittableRandom random) {
    this.policies = policies;
    this.random = random;
  }

  BotPolicy sent(BotPolicy next) {
    before = policy == null ? next : policy;
    policy = next;
    return next;
  }

  BotPolicy other() {
    return sent(policies.any());
  }

  BotPolicy switched() {
    return sent(policies.switched(policy));
  }

  BotPolicy back() {
    return sent(before);
  }

  /** Returns a policy that must be refused. */
  BotPolicy bad() {
    BotPolicy.Builder bad = BotPolicy.newBuilder(policies.any());
    return switch (random.nextInt(11)) {
      case 0 -> bad.setQuotas(List.of(new Quota("nobody's", "main", 0, 1))).build();
      case 1 -> bad.setKeepaliveMs(-1).build();
      case 2 -> bad.setBusyFactor(Double.NaN).build();
      case 3 -> bad.setBeats(Beats.UNKNOWN).build();
      case 4 ->
          bad.setPropertySet(PropertySet.newBuilder().setKind(PropertySetKind.UNKNOWN).build())
              .build();
      case 5 -> bad.setInstancePools(List.of(List.of("a"), List.of("a"))).build();
      case 6 -> bad.setAssigner(AssignerKind.UNKNOWN).build();
      case 7 -> bad.setDispatch(Dispatch.UNKNOWN).build();
      case 8 -> bad.setReading(Reading.UNKNOWN).build();
      case 9 -> bad.setFetchFilter(FetchFilter.UNKNOWN).build();
      default ->
          bad.setCohorts(List.of(new Cohort("servers", List.of("linux"))))
              .setQuotas(List.of(new Quota("servers", "main", 3, 1)))
              .build();
    };
  }
}
