package dev.rota.road.topics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates missing topics. Existing ones are unchanged. */
public final class MissingTopics {
  private static final Duration LEADERS_MAX = Duration.ofSeconds(30);
  private static final long AGAIN_MILLIS = 50;
  private static final String DEFAULT_REPLICAS = "default.replication.factor";
  private static final Logger LOG = LoggerFactory.getLogger(MissingTopics.class);

  private MissingTopics() {}

  /**
   * Creates missing topics.
   *
   * @param replicas -1: the cluster's default
   * @return the names of the created topics
   */
  public static List<String> create(
      Admin admin, List<TopicSpec> specs, int partitions, short replicas) {
    try {
      Set<String> there = new HashSet<>(admin.listTopics().names().get());
      List<NewTopic> missing = new ArrayList<>();
      int factor = replicas(admin, replicas);
      for (TopicSpec spec : specs) {
        if (!there.contains(spec.name())) {
          Map<String, String> configs = spec.created(factor);
          missing.add(new NewTopic(spec.name(), partitions, replicas).configs(configs));
        }
      }
      admin.createTopics(missing).all().get();
      awaitLeaders(admin, missing);
      return missing.stream().map(NewTopic::name).toList();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TopicExistsException) {
        return create(admin, specs, partitions, replicas); // created concurrently: try the rest
      }
      throw new KafkaException("cannot create topics", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  /** Creates a topic unless it is there, without a look at others, which not everybody may see. */
  public static void createUnlessThere(Admin admin, TopicSpec spec, int partitions, int replicas) {
    try {
      admin.describeTopics(Set.of(spec.name())).allTopicNames().get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
        throw new KafkaException("cannot describe " + spec.name(), e.getCause());
      }
      createOne(
          admin,
          new NewTopic(spec.name(), partitions, (short) replicas).configs(spec.created(replicas)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  private static void createOne(Admin admin, NewTopic topic) {
    try {
      admin.createTopics(Set.of(topic)).all().get();
      awaitLeaders(admin, Set.of(topic));
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) { // created concurrently
        throw new KafkaException("cannot create " + topic.name(), e.getCause());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  /**
   * The number of replicas that a new topic gets.
   *
   * @param asked -1: the cluster's default
   * @return -1 if nobody may know
   */
  public static int replicas(Admin admin, int asked) {
    if (asked > 0) {
      return asked;
    }
    try {
      String node = admin.describeCluster().nodes().get().iterator().next().idString();
      ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, node);
      ConfigEntry factor =
          admin.describeConfigs(Set.of(broker)).all().get().get(broker).get(DEFAULT_REPLICAS);
      return factor == null ? -1 : Integer.parseInt(factor.value());
    } catch (ExecutionException e) {
      LOG.debug("the cluster's default replication factor is not known", e);
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  /**
   * Returns when every partition has a leader. Before that a partition may refuse a producer's
   * first batch and accept a later one, which an idempotent producer cannot repair.
   */
  public static void awaitLeaders(Admin admin, Collection<NewTopic> topics)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (NewTopic topic : topics) {
      for (int partition = 0; partition < topic.numPartitions(); partition++) {
        asked.put(new TopicPartition(topic.name(), partition), OffsetSpec.latest());
      }
    }
    long deadline = System.nanoTime() + LEADERS_MAX.toNanos();
    while (true) {
      try {
        admin.listOffsets(asked).all().get();
        return;
      } catch (ExecutionException e) {
        // A broker that has not heard of the topic yet reports it as unknown.
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)
            || System.nanoTime() - deadline > 0) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
      }
    }
  }
}
