package dev.rota.app.rollout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.RootCommand;
import dev.rota.road.health.ClusterWatch;
import dev.rota.road.health.GroupMembers;
import dev.rota.road.partitions.PartitionReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Follows a rolling restart: the group's members, and the pages that readers see. */
final class RolloutWatch {
  private static final Duration EVERY = Duration.ofMillis(300);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final int ANSWER_MILLIS = 3_000;
  private static final int FETCH_WAIT_MILLIS = 20;

  /** A partition without inputs shows no page. */
  private static final Duration LAST_PAGES_MAX = Duration.ofSeconds(30);

  private final RootCommand root;
  private final Map<String, Object> kafka;
  private final String group;
  private final String ledger;
  private final RestartTracker tracker;
  private final ConcurrentLinkedQueue<RestartTracker.Event> events = new ConcurrentLinkedQueue<>();
  private final List<RestartTracker.Moved> moves = new ArrayList<>();

  RolloutWatch(
      RootCommand root, Map<String, Object> kafka, String group, String ledger, RolloutPlan plan) {
    this.root = root;
    this.kafka = new HashMap<>(kafka);
    this.kafka.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
    this.group = group;
    this.ledger = ledger;
    this.tracker = new RestartTracker(plan);
  }

  /** Returns when each engine was restarted, and its partitions have an owner again. */
  void follow() throws IOException {
    root.note("watches the group " + group + "; restart the engines now, one by one");
    try (ClusterWatch watch = new ClusterWatch("rollout", kafka);
        PartitionReader<byte[]> pages = PartitionReader.ofBytes(kafka)) {
      watch.every(EVERY, admin -> look(GroupMembers.of(admin, group, ANSWER_MILLIS).orElse(null)));
      List<TopicPartition> all = pages.partitionsOf(ledger);
      pages.assign(all).skip(all);
      long done = 0;
      while (true) {
        for (ConsumerRecord<byte[], byte[]> page : pages.poll(POLL)) {
          events.addAll(tracker.page(page.partition(), System.nanoTime()));
        }
        tell();
        if (!tracker.isDone()) {
          done = 0;
          continue;
        }
        done = done == 0 ? System.nanoTime() : done;
        if (tracker.silent().isEmpty() || System.nanoTime() - done > LAST_PAGES_MAX.toNanos()) {
          break;
        }
      }
    }
    end();
  }

  private void look(GroupMembers said) {
    if (said != null) {
      Map<String, String> started = new HashMap<>();
      tracker
          .away(said)
          .forEach(one -> started.put(one.name(), EngineStatus.started(one.status().url())));
      events.addAll(tracker.group(said, started));
    }
  }

  private void tell() throws IOException {
    for (RestartTracker.Event one = events.poll(); one != null; one = events.poll()) {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      if (one instanceof RestartTracker.Moved moved) {
        moves.add(moved);
        json.put("event", "moved")
            .put("partition", moved.partition())
            .put("from", moved.from())
            .put("to", moved.to())
            .put("silentSeconds", moved.silentSeconds())
            .set("estimatedSeconds", moved.estimate().json());
        print(json, moved.words());
      } else if (one instanceof RestartTracker.Rejoined rejoined) {
        json.put("event", "rejoined").put("engine", rejoined.engine());
        print(json, rejoined.words());
      } else if (one instanceof RestartTracker.Restarted restarted) {
        json.put("event", "left")
            .put("engine", restarted.engine())
            .put("of", restarted.of())
            .put("all", restarted.all());
        print(json, restarted.words());
      }
    }
  }

  private void end() throws IOException {
    double longest =
        moves.stream().mapToDouble(RestartTracker.Moved::silentSeconds).max().orElse(0);
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("event", "done")
            .put("moves", moves.size())
            .put("longestSilentSeconds", longest);
    tracker.silent().forEach(json.putArray("withoutPage")::add);
    print(json, summary(moves.size(), longest, tracker.silent()));
  }

  /**
   * What is said at the end.
   *
   * @param withoutPage partitions of which no page has come since they moved
   */
  static String summary(int moves, double longestSeconds, Collection<Integer> withoutPage) {
    String silent =
        withoutPage.isEmpty()
            ? ""
            : "; no page came of the partitions %s since: no input, or look again"
                .formatted(withoutPage);
    return "all engines were restarted: %d moves, the longest silence %.1f s%s"
        .formatted(moves, longestSeconds, silent);
  }

  private void print(ObjectNode json, String words) throws IOException {
    root.report(json.toString(), List.of(words));
    root.console().out().flush();
  }
}
