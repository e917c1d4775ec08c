package dev.rota.app.doctor;

import java.util.List;

/**
 * All checks, in the order in which they are made. One that opens a service comes before others.
 */
final class CheckCatalogue {
  private static final ClockCheck CLOCK = new ClockCheck(System::currentTimeMillis);

  static final List<DoctorCheck> ALL =
      List.of(
          new ReachableCheck(),
          new FeaturesCheck(),
          new AutoCreateCheck(),
          new InternalTopicsCheck(),
          new TransactionLimitCheck(),
          new GroupLimitsCheck(),
          new MessageSizeCheck(),
          new TopicPlanCheck(),
          new ReplicasCheck(),
          new RightsCheck(),
          CLOCK,
          new SettingsCheck(),
          new StateDirCheck(),
          new DiskCheck(),
          new OpenFilesCheck(),
          new SandboxCheck(),
          new RegistryCheck(),
          new SchemasCheck(),
          new OwnerCheck(),
          new HoldsCheck(),
          new MembersCheck(),
          new TransactionsCheck(System::currentTimeMillis, CLOCK));

  private CheckCatalogue() {}
}
