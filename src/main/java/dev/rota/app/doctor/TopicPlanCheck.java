package dev.rota.app.doctor;

import dev.rota.app.cluster.TopicPlan;
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
    plan.hidden()
        .forEach(
            (topic, operation) ->
                found.add(
                    DoctorFinding.of(
                        DoctorFinding.Verdict.UNKNOWN,
                        at.lacking(DoctorContext.right(ResourceType.TOPIC, topic, operation)))));
    if (plan.problems().isEmpty() && plan.notes().isEmpty() && plan.size() > 0) {
      found.add(0, DoctorFinding.ok("%d topics are as required".formatted(plan.size())));
    }
    return found;
  }
}
