package dev.rota.app.doctor;

import dev.rota.road.health.GroupMembers;
import dev.rota.road.topics.RequiredTopics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.TopicDescription;

/** Who decides a domain, and whether somebody has each partition. */
final class MembersCheck implements DoctorCheck {
  private static final int ANSWER_MILLIS = 10_000;

  @Override
  public String id() {
    return "group.members";
  }

  @Override
  public boolean isOfDomain() {
    return true;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    String ledger = RequiredTopics.ledger(at.domain().name());
    TopicDescription there = at.cluster().describe(List.of(ledger)).get(ledger);
    int partitions = there == null ? 0 : there.partitions().size();
    return judge(
        at.group(), GroupMembers.of(at.cluster().admin(), at.group(), ANSWER_MILLIS), partitions);
  }

  /**
   * Judges a group.
   *
   * @param said empty: there is none
   * @param partitions of the domain
   */
  static List<DoctorFinding> judge(String group, Optional<GroupMembers> said, int partitions) {
    if (said.isEmpty() || said.get().members().isEmpty()) {
      return List.of(
          DoctorFinding.warn(
              "the group %s has no member: nobody decides".formatted(group),
              "start an engine: rota run --config FILE"));
    }
    GroupMembers members = said.get();
    List<Integer> left =
        IntStream.range(0, partitions)
            .filter(one -> members.members().stream().noneMatch(m -> m.partitions().contains(one)))
            .boxed()
            .toList();
    List<DoctorFinding> found = new ArrayList<>();
    found.add(
        DoctorFinding.ok(
            "the group %s is %s, by the protocol %s: %s"
                .formatted(group, members.state(), members.protocol(), shares(members))));
    if (!left.isEmpty()) {
      found.add(
          members.isMoving()
              ? DoctorFinding.warn(
                  "partitions %s are on their way to a member".formatted(left),
                  "look again in a minute")
              : DoctorFinding.fail(
                  "no member has the partitions %s: their inputs wait".formatted(left),
                  "see the logs and /status of the members, and restart one that is stuck"));
    }
    return found;
  }

  /** The members of each host. Kafka does not know which version of Rota they are. */
  private static String shares(GroupMembers group) {
    Map<String, List<Integer>> shares = new TreeMap<>();
    group.members().forEach(one -> shares.put(one.words(), one.partitions()));
    return shares.entrySet().stream()
        .map(one -> one.getKey() + " has " + one.getValue())
        .collect(Collectors.joining(", "));
  }
}
