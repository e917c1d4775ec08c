package dev.rota.road.stream.growth;

import dev.rota.kernel.domain.Domain;
import dev.rota.registry.Registry;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.stream.past.LedgerEnds;
import dev.rota.road.stream.past.LedgerTakeover;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;

/** Gives a domain more partitions. The text of the package says how, and why it may be killed. */
public final class LedgerGrowth {
  private final Admin admin;
  private final Domain domain;
  private final Terms terms;
  private final LedgerEnds past;

  /**
   * What it works with.
   *
   * @param kafka settings of every client
   * @param group of the engines
   * @param since whose kept checkpoints stand for what is trimmed
   * @param partitions how many there will be
   */
  public record Terms(
      Map<String, Object> kafka, String group, CheckpointChoice since, int partitions) {}

  /** Gets how far it is. */
  public interface Progress {
    Progress NONE = new Progress() {};

    /** So many turns of all partitions are replayed. */
    default void replayed(long turns) {}

    /** All of this lane's move is written. It is committed next. */
    default void moving(MovingLane lane) {}

    /** So many lanes have moved. */
    default void moved(int lanes) {}
  }

  /**
   * What is to be done.
   *
   * @param before how many partitions there are
   * @param begun true: an earlier call has begun
   * @param lanes how many lanes there are
   * @param moving those that belong elsewhere
   * @param waiting inputs that no turn has taken, by their topics' partitions
   */
  public record Plan(
      int before,
      int after,
      boolean begun,
      int lanes,
      List<MovingLane> moving,
      Map<String, Long> waiting) {}

  public LedgerGrowth(Admin admin, Domain domain, Terms terms) {
    this.admin = admin;
    this.domain = domain;
    this.terms = terms;
    List<String> written =
        domain.wire().channels().stream().map(channel -> channel.topic(domain.name())).toList();
    this.past =
        new LedgerEnds(terms.kafka(), RequiredTopics.ledger(domain.name()), written, terms.since());
  }

  /**
   * Replays all partitions, and says what is to be done. Nothing is changed.
   *
   * @throws UnfitCluster if it cannot be done
   */
  public Plan plan(Progress progress) {
    GrowingTopics topics = look();
    return plan(topics, replay(topics, progress));
  }

  private GrowingTopics look() {
    LedgerTakeover.requireNobody(admin, terms.group(), "nothing is changed");
    LedgerTakeover.requireOwn(admin, domain.name(), terms.kafka(), terms.group());
    String changelog = "%s-%s-rows-changelog".formatted(terms.group(), domain.name());
    String bootstrap = String.valueOf(terms.kafka().get("bootstrap.servers"));
    GrowingTopics topics =
        GrowingTopics.of(admin, domain, changelog, bootstrap, terms.partitions());
    topics.validate();
    return topics;
  }

  private List<ReplayedPartition> replay(GrowingTopics topics, Progress progress) {
    List<ReplayedPartition> replayed = new ArrayList<>();
    for (int partition = 0; partition < topics.before(); partition++) {
      long before = replayed.stream().mapToLong(one -> one.end().turns()).sum();
      replayed.add(
          ReplayedPartition.of(
              domain, past, partition, turns -> progress.replayed(before + turns)));
    }
    return replayed;
  }

  private Plan plan(GrowingTopics topics, List<ReplayedPartition> replayed) {
    List<MovingLane> moving = new ArrayList<>();
    Map<String, Long> waiting = new TreeMap<>();
    int lanes = 0;
    for (ReplayedPartition one : replayed) {
      moving.addAll(one.moving(topics.after()));
      waiting.putAll(UntakenInputs.of(domain, terms.kafka(), one));
      lanes += (int) one.lanes().lanes().stream().filter(one.lanes()::isHere).count();
    }
    Plan plan = new Plan(topics.before(), topics.after(), topics.isBegun(), lanes, moving, waiting);
    // Once it has begun no engine can take them: what is of a lane that moves is a dead letter
    // then.
    if (!plan.begun() && !waiting.isEmpty()) {
      throw new UnfitCluster(
          ("inputs of %s wait: %s. Nothing is changed. Stop its producers, start its engines until"
                  + " nothing waits, stop them, and run this again")
              .formatted(domain.name(), waiting));
    }
    return plan;
  }

  /**
   * Does it. It may be killed, and goes on when it is called again.
   *
   * @param producer settings of one
   * @return what was to be done
   * @throws UnfitCluster if it cannot be done, or engines are started meanwhile
   */
  public Plan grow(Registry registry, Map<String, Object> producer, Progress progress) {
    GrowingTopics topics = look();
    try (LaneMover mover = new LaneMover(domain, past, registry, producer, terms.group())) {
      List<ReplayedPartition> replayed = replay(topics, progress);
      Plan plan = plan(topics, replayed);
      topics.growOthers();
      replayed.forEach(one -> mover.begin(one.partition(), one.end()));
      int moved = 0;
      for (MovingLane lane : plan.moving()) {
        // An engine that began before the topics grew would write the same pages.
        LedgerTakeover.requireNobody(
            admin, terms.group(), "the growth stops here, and continues when it is run again");
        mover.move(
            lane,
            replayed.get(lane.from()).lanes(),
            topics.before(),
            topics.after(),
            () -> progress.moving(lane));
        progress.moved(++moved);
      }
      topics.growInputs();
      return plan;
    }
  }
}
