package dev.rota.app.doctor;

import dev.rota.app.cluster.RoleRights;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.TriedRights;
import dev.rota.road.topics.rights.UngrantedRights;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Whether the credentials have each right of the role. */
final class RightsCheck implements DoctorCheck {
  @Override
  public String id() {
    return "rights";
  }

  @Override
  public boolean isOfDomain() {
    return true;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    List<AccessRight> needed = RoleRights.of(at.settings(), at.role(), at.domain());
    String role = at.role().name().toLowerCase(Locale.ROOT);
    if (needed.isEmpty()) {
      return List.of(DoctorFinding.ok("the role %s needs none here".formatted(role)));
    }
    TriedRights tried = TriedRights.of(at.cluster().admin(), needed);
    List<DoctorFinding> found = new ArrayList<>();
    if (tried.missing().isEmpty()) {
      found.add(
          DoctorFinding.ok(
              "%d rights of the role %s are there".formatted(tried.granted().size(), role)));
    }
    perResource(tried.missing())
        .forEach(
            missing ->
                found.add(
                    DoctorFinding.of(
                        missing.stream().allMatch(AccessRight::optional)
                            ? DoctorFinding.Verdict.WARN
                            : DoctorFinding.Verdict.FAIL,
                        new UngrantedRights(at.role(), missing, at.settings().admin(), null))));
    // What nobody needs unless it is there is not missed where it is not.
    perResource(tried.untold().stream().filter(right -> !right.optional()).toList())
        .forEach(untold -> found.add(untold(untold)));
    return found;
  }

  private static DoctorFinding untold(List<AccessRight> rights) {
    return DoctorFinding.unknown(
        rights.stream().map(AccessRight::operationName).collect(Collectors.joining(" and "))
            + rights.get(0).toString().replaceFirst("^\\w+", "")
            + ": Kafka does not tell the rights on what does not exist",
        "look again once it is there");
  }

  private static List<List<AccessRight>> perResource(List<AccessRight> rights) {
    Map<String, List<AccessRight>> all = new LinkedHashMap<>();
    rights.forEach(
        right ->
            all.computeIfAbsent(right.resourceName() + right.sample(), _ -> new ArrayList<>())
                .add(right));
    return List.copyOf(all.values());
  }
}
