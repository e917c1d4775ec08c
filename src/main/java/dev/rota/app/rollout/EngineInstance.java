package dev.rota.app.rollout;

import dev.rota.road.health.GroupMembers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A process of {@code rota run}, as its group knows it.
 *
 * @param name what the names of its threads begin with
 * @param partitions that it decides, in order
 * @param members Kafka's names of its threads: others after a restart
 * @param standbys partitions of which it has a copy of the rows; null: nobody has told
 * @param status what it says itself; null: it was not asked
 */
record EngineInstance(
    String name,
    String host,
    List<Integer> partitions,
    Set<String> members,
    Set<Integer> standbys,
    EngineStatus status) {
  /** Groups the members, by the names of their processes. */
  static List<EngineInstance> of(GroupMembers group, List<EngineStatus> statuses) {
    Map<String, List<GroupMembers.Member>> threads = new LinkedHashMap<>();
    group.members().stream()
        .sorted((a, b) -> a.client().compareTo(b.client()))
        .forEach(
            one -> threads.computeIfAbsent(one.instance(), name -> new ArrayList<>()).add(one));
    List<EngineInstance> all = new ArrayList<>();
    threads.forEach((name, members) -> all.add(of(name, members, statuses)));
    return all;
  }

  private static EngineInstance of(
      String name, List<GroupMembers.Member> threads, List<EngineStatus> statuses) {
    Set<Integer> partitions = new TreeSet<>();
    Set<String> members = new TreeSet<>();
    Set<Integer> standbys = new TreeSet<>();
    threads.forEach(
        one -> {
          partitions.addAll(one.partitions());
          members.add(one.id());
          Optional.ofNullable(one.standbys()).ifPresent(standbys::addAll);
        });
    // Kafka has no name for an address: who decides the same partitions is the same.
    EngineStatus status =
        statuses.stream()
            .filter(one -> one.runsDomain() && one.active().equals(partitions))
            .filter(one -> !partitions.isEmpty())
            .findFirst()
            .orElse(null);
    boolean told = threads.stream().allMatch(one -> one.standbys() != null);
    return new EngineInstance(
        name,
        threads.get(0).host(),
        List.copyOf(partitions),
        members,
        told ? standbys : status == null ? null : status.standby(),
        status);
  }

  /** Its name and host. */
  String words() {
    return name + " at " + host;
  }
}
