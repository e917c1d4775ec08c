package dev.rota.app.doctor;

import dev.rota.road.stream.hold.HoldTopic;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Whether partitions of a domain are held, so that nothing of them is decided. */
final class HoldsCheck implements DoctorCheck {
  @Override
  public String id() {
    return "group.holds";
  }

  @Override
  public boolean isOfDomain() {
    return true;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    String domain = at.domain().name();
    return List.of(judge(new HoldTopic(at.consumer(), domain).held(), domain, at.bootstrap()));
  }

  /** Judges what is held, and since when. */
  static DoctorFinding judge(Map<Integer, Instant> held, String domain, String bootstrap) {
    if (held.isEmpty()) {
      return DoctorFinding.ok("no partition is held");
    }
    return DoctorFinding.warn(
        "the partitions %s are held, the first since %s: their inputs wait"
            .formatted(held.keySet(), Collections.min(held.values())),
        "look at what would be decided: rota shadow %s -b %s".formatted(domain, bootstrap),
        "rota release %s -b %s".formatted(domain, bootstrap));
  }
}
