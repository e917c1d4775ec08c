package dev.rota.lab.road;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/** The group of the engines: who has which partitions. */
final class ModelGroup {
  /** How partitions change hands. */
  enum Protocol {
    /**
     * Each member gives back all that it has, and joins anew. The next generation begins once all
     * have joined or were expelled. Until then the former one stands, and its members may commit.
     */
    CLASSIC,
    /** A member gives back what goes to another one, which has it from then on. */
    STREAMS
  }

  /** The member is none of the present generation. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final int partitions;
  private Protocol protocol;
  private final KafkaPromise broken;
  private final Map<TopicPartition, Long> committed = new HashMap<>();

  /** Of each member, that in which it is one. */
  private final Map<Integer, Integer> generations = new TreeMap<>();

  private final Set<Integer> joined = new TreeSet<>();
  private final Map<Integer, Integer> owners = new LinkedHashMap<>();

  /** Who is to have each partition. */
  private final Map<Integer, Integer> target = new LinkedHashMap<>();

  private boolean changing;
  private int generation;

  /**
   * A group without members.
   *
   * @param broken what is not kept, or null
   */
  ModelGroup(int partitions, Protocol protocol, KafkaPromise broken) {
    this.partitions = partitions;
    this.protocol = protocol;
    this.broken = broken;
  }

  /** All engines are down, and are configured otherwise. */
  void change(Protocol now) {
    joined.clear();
    generations.clear();
    owners.clear();
    changing = false;
    protocol = now;
  }

  @Override
  public String toString() {
    return "%s, changing %s, members %s, joined %s, owners %s, to be %s, offsets %s"
        .formatted(protocol, changing, generations, joined, owners, target, committed);
  }

  /** The next offset of each input. */
  Map<TopicPartition, Long> committed() {
    return committed;
  }

  void require(int member, int itsGeneration) {
    if (!has(member, itsGeneration) && broken != KafkaPromise.FORMER_MEMBERS_ARE_REFUSED) {
      throw new Refused();
    }
  }

  boolean has(int member, int itsGeneration) {
    return generation(member) == itsGeneration;
  }

  /** The generation in which it is a member; -1: in none. */
  int generation(int member) {
    return generations.getOrDefault(member, -1);
  }

  /** Returns true if it is a member, and need not join anew. */
  boolean isMember(int member) {
    return generations.containsKey(member) && !isRejoining();
  }

  /** Returns true if all have to join anew. */
  boolean isRejoining() {
    return protocol == Protocol.CLASSIC && changing;
  }

  boolean hasJoined(int member) {
    return joined.contains(member);
  }

  void join(int member) {
    if (protocol == Protocol.STREAMS) {
      expel(member);
      generations.put(member, ++generation);
    } else {
      joined.add(member);
    }
    changing = true;
  }

  /** A member has left, or was silent for too long. */
  void expel(int member) {
    joined.remove(member);
    if (generations.remove(member) != null) {
      changing = true;
      owners.values().removeIf(owner -> owner == member);
    }
  }

  /** Goes on with a change, if nobody is waited for. */
  void settle(SplittableRandom random) {
    if (isRejoining() && !joined.isEmpty() && joined.containsAll(generations.keySet())) {
      generation++;
      joined.forEach(one -> generations.put(one, generation));
      joined.clear();
      owners.clear();
      assign(random);
    }
    if (protocol == Protocol.STREAMS && changing && !generations.isEmpty()) {
      assign(random);
    }
    if (!changing) {
      target.forEach(owners::putIfAbsent);
    }
  }

  private void assign(SplittableRandom random) {
    changing = false;
    List<Integer> all = new ArrayList<>(generations.keySet());
    for (int partition = 0; partition < partitions; partition++) {
      target.put(partition, all.get(random.nextInt(all.size())));
    }
  }

  List<Integer> partitionsOf(int member) {
    return owners.entrySet().stream()
        .filter(entry -> entry.getValue() == member)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** What a member has to give back. */
  List<Integer> wantedFrom(int member) {
    return partitionsOf(member).stream().filter(one -> target.get(one) != member).toList();
  }

  /** The member has given a partition back. */
  void release(int member, int partition) {
    owners.remove(partition, member);
  }
}
