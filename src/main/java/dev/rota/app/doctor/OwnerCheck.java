package dev.rota.app.doctor;

import dev.rota.kernel.domain.Domain;
import dev.rota.road.stream.past.LedgerOwner;
import dev.rota.road.stream.past.OwnerClaim;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.road.topics.rights.UngrantedRights;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;

/** Whether this application may decide the ledger, as an engine looks at its start. */
final class OwnerCheck implements DoctorCheck {
  @Override
  public String id() {
    return "group.owner";
  }

  @Override
  public boolean isOfDomain() {
    return true;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    Admin admin = at.cluster().admin();
    Domain domain = at.domain();
    String ledger = RequiredTopics.ledger(domain.name());
    TopicDescription there = at.cluster().describe(List.of(ledger)).get(ledger);
    if (there == null) {
      return List.of(DoctorFinding.unknown("there is no ledger yet; see topics.plan"));
    }
    Map<String, Object> kafka = at.consumer();
    try {
      Optional<OwnerClaim> claim = LedgerOwner.claimed(admin, domain, kafka, at.group());
      LedgerOwner.requireLedger(admin, domain, kafka, at.group());
      LedgerOwner.requireCurrentGroup(admin, domain, kafka, at.group(), there.partitions().size());
      return List.of(
          DoctorFinding.ok(
              claim
                  .map(
                      one ->
                          "the ledger belongs to %s, epoch %d".formatted(one.group(), one.epoch()))
                  .orElse("nobody has claimed the ledger; the first engine does")));
    } catch (UngrantedRights lacking) {
      throw lacking;
    } catch (UnfitCluster foreign) {
      List<String> lines = foreign.getMessage().lines().map(String::strip).toList();
      return List.of(
          new DoctorFinding(
              DoctorFinding.Verdict.FAIL,
              lines.get(0),
              lines.size() == 1
                  ? List.of("see docs/operations.md, who owns a ledger")
                  : lines.subList(1, lines.size())));
    }
  }
}
