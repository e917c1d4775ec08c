package dev.rota.road.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/**
 * The group of the engines: who has which partitions. A new generation begins when each member has
 * joined it, or was expelled. Until then the former one stands, and its members may commit.
 */
final class ModelGroup {
  /** The member is none of the present generation. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final int partitions;
  private final Promise broken;
  private final Map<TopicPartition, Long> committed = new HashMap<>();
  private final Set<Integer> members = new TreeSet<>();
  private final Set<Integer> joined = new TreeSet<>();
  private final Map<Integer, Integer> owners = new LinkedHashMap<>();
  private boolean changing;
  private int generation;

  /**
   * A group without members.
   *
   * @param broken what is not kept, or null
   */
  ModelGroup(int partitions, Promise broken) {
    this.partitions = partitions;
    this.broken = broken;
  }

  @Override
  public String toString() {
    return "generation "
        + generation
        + ", changing "
        + changing
        + ", members "
        + members
        + ", joined "
        + joined
        + owners
        + committed;
  }

  /** The next offset of each input. */
  Map<TopicPartition, Long> committed() {
    return committed;
  }

  int generation() {
    return generation;
  }

  void require(int member, int itsGeneration) {
    if (!has(member, itsGeneration) && broken != Promise.FORMER_MEMBERS_ARE_REFUSED) {
      throw new Refused();
    }
  }

  boolean has(int member, int itsGeneration) {
    return itsGeneration == generation && members.contains(member);
  }

  /** Returns true if members have to join anew. */
  boolean isChanging() {
    return changing;
  }

  boolean hasJoined(int member) {
    return joined.contains(member);
  }

  void join(int member) {
    joined.add(member);
    changing = true;
  }

  /** A member has left, or was silent for too long. */
  void expel(int member) {
    joined.remove(member);
    if (members.remove(member)) {
      changing = true;
    }
  }

  /** Begins the next generation, if nobody is waited for. */
  void settle(SplittableRandom random) {
    if (changing && !joined.isEmpty() && joined.containsAll(members)) {
      changing = false;
      generation++;
      members.clear();
      members.addAll(joined);
      joined.clear();
      List<Integer> all = new ArrayList<>(members);
      for (int partition = 0; partition < partitions; partition++) {
        owners.put(partition, all.get(random.nextInt(all.size())));
      }
    }
  }

  List<Integer> partitionsOf(int member) {
    return owners.entrySet().stream()
        .filter(entry -> entry.getValue() == member)
        .map(Map.Entry::getKey)
        .toList();
  }
}
