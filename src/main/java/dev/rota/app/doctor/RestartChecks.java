package dev.rota.app.doctor;

import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.rights.TopicRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The checks that say whether an engine of a domain may be stopped now. */
public final class RestartChecks {
  private static final Duration LOOK = Duration.ofSeconds(2);

  private static final List<DoctorCheck> ALL =
      List.of(new ReachableCheck(), new OwnerCheck(), new HoldsCheck(), new MembersCheck());

  private RestartChecks() {}

  /**
   * Makes them, as the doctor does.
   *
   * @param limit of each check
   * @param waiting is told what is waited for
   */
  public static List<CheckResult> run(
      Settings settings, Domain<?, ?, ?> domain, Duration limit, Consumer<String> waiting) {
    List<CheckResult> found = new ArrayList<>();
    try (DoctorContext context = new DoctorContext(settings, TopicRole.FOLLOWER, List.of(domain))) {
      new CheckRunner(context, limit, LOOK, waiting).run(ALL, found::add);
    }
    return found;
  }
}
