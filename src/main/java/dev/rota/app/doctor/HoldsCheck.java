package dev.rota.app.doctor;

import dev.rota.road.stream.hold.HoldTopic;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;

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
    SortedMap<Integer, Instant> held = new HoldTopic(at.consumer(), domain).held();
    if (held.isEmpty()) {
      return List.of(DoctorFinding.ok("no partition is held"));
    }
    return List.of(
        DoctorFinding.warn(
            "the partitions %s are held, since %s: their inputs wait"
                .formatted(held.keySet(), held.values().stream().min(Instant::compareTo).get()),
            "rota release %s -b %s".formatted(domain, at.bootstrap())));
  }
}
