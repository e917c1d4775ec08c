package dev.rota.app.doctor;

import dev.rota.app.cluster.RoleRights;
import dev.rota.app.cluster.TopicPlan;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.road.topics.rights.AccessRight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.resource.ResourceType;

/** Whether the topics of a domain are as {@code rota topics check} wants them. */
final class TopicPlanCheck implements DoctorCheck {
  @Override
  public String id() {
    return "topics.plan";
  }

  @Override
  public boolean isOfDomain() {
    return true;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    TopicPlan plan = new TopicPlan(at.settings()).asFarAsAllowed();
    plan.look(at.cluster(), List.of(at.domain()));
    List<DoctorFinding> found = new ArrayList<>();
    found.addAll(told(DoctorFinding.Verdict.FAIL, plan.problems()));
    found.addAll(told(DoctorFinding.Verdict.FAIL, plan.refusals(at.cluster())));
    found.addAll(told(DoctorFinding.Verdict.WARN, plan.notes()));
    List<AccessRight> lacking = lacking(at, plan);
    if (!lacking.isEmpty()) {
      found.add(
          DoctorFinding.of(
              DoctorFinding.Verdict.UNKNOWN, at.lacking(lacking.toArray(AccessRight[]::new))));
    }
    if (plan.problems().isEmpty() && plan.notes().isEmpty() && plan.size() > 0) {
      found.add(0, DoctorFinding.ok("%d topics are as required".formatted(plan.size())));
    }
    return found;
  }

  /** What would show the hidden topics. What the role need not see of a kept topic is left out. */
  private static List<AccessRight> lacking(DoctorContext at, TopicPlan plan) {
    Set<String> needed =
        RequiredTopics.of(at.domain()).stream().map(TopicSpec::name).collect(Collectors.toSet());
    List<AccessRight> own = RoleRights.of(at.settings(), at.role(), at.domain());
    List<AccessRight> lacking = new ArrayList<>();
    plan.hidden()
        .forEach(
            (topic, operation) -> {
              boolean isOwn =
                  own.stream()
                      .anyMatch(one -> one.sample().equals(topic) && one.operation() == operation);
              if (isOwn || needed.contains(topic)) {
                lacking.add(DoctorContext.right(ResourceType.TOPIC, topic, operation));
              }
            });
    return lacking;
  }

  /** What one command mends is one finding. */
  private static List<DoctorFinding> told(
      DoctorFinding.Verdict verdict, List<TopicPlan.Problem> problems) {
    Map<String, List<String>> byMend = new LinkedHashMap<>();
    problems.forEach(
        one -> byMend.computeIfAbsent(one.mend(), _ -> new ArrayList<>()).add(one.what()));
    return byMend.entrySet().stream()
        .map(
            one ->
                new DoctorFinding(
                    verdict, String.join("; ", one.getValue()), List.of(one.getKey())))
        .toList();
  }
}
