package dev.rota.app.doctor;

import dev.rota.app.cluster.TopicPlan;
import dev.rota.road.topics.rights.AccessRight;
import java.util.ArrayList;
import java.util.List;
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
    plan.problems().forEach(one -> found.add(DoctorFinding.fail(one.what(), one.mend())));
    plan.notes().forEach(one -> found.add(DoctorFinding.warn(one.what(), one.mend())));
    if (!plan.hidden().isEmpty()) {
      List<AccessRight> needed = new ArrayList<>();
      plan.hidden()
          .forEach(
              (topic, right) -> needed.add(DoctorContext.right(ResourceType.TOPIC, topic, right)));
      found.add(
          DoctorFinding.of(
              DoctorFinding.Verdict.UNKNOWN, at.lacking(needed.toArray(AccessRight[]::new))));
    }
    if (plan.problems().isEmpty() && plan.notes().isEmpty() && plan.size() > 0) {
      found.add(0, DoctorFinding.ok("%d topics are as required".formatted(plan.size())));
    }
    return found;
  }
}
