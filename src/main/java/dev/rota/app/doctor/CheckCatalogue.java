package dev.rota.app.doctor;

import java.util.List;

/**
 * All checks, in the order in which they are made. One that opens a service comes before others.
 */
final class CheckCatalogue {
  static final List<DoctorCheck> ALL =
      List.of(
          new ReachableCheck(),
          new AutoCreateCheck(),
          new InternalTopicsCheck(),
          BrokerLimitsCheck.TRANSACTIONS,
          BrokerLimitsCheck.GROUPS,
          BrokerLimitsCheck.SIZES,
          new TopicPlanCheck(),
          new RightsCheck(),
          new ClockCheck(),
          new SettingsCheck(),
          new StateDirCheck(),
          new SandboxCheck(),
          new RegistryCheck(),
          new SchemasCheck(),
          new OwnerCheck(),
          new HoldsCheck(),
          new MembersCheck());

  private CheckCatalogue() {}
}
