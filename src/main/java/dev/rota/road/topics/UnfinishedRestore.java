package dev.rota.road.topics;

import dev.rota.base.text.CauseChain;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * A restore makes the topic {@code <domain>-restore} first and deletes it last. Where it is there
 * and a topic of the domain is not, nobody may create that, or decide.
 */
public final class UnfinishedRestore {
  private UnfinishedRestore() {}

  /** What to do about it. */
  public static String fix(String domain, String bootstrap) {
    return "rota restore %s DIR -b %s".formatted(domain, bootstrap);
  }

  /** What it is. */
  public static String what(String domain) {
    return "a restore of the domain %s is not finished: the topic %s says so"
        .formatted(domain, RequiredTopics.restore(domain));
  }

  /** Returns true if the topic is there. Who may not see it cannot know. */
  public static boolean isThere(Admin admin, String domain) {
    String topic = RequiredTopics.restore(domain);
    try {
      AdminAnswer.of(
          admin.describeTopics(List.of(topic)).topicNameValues().get(topic),
          "cannot describe topic " + topic);
      return true;
    } catch (KafkaException e) {
      if (CauseChain.first(e, UnknownTopicOrPartitionException.class).isPresent()
          || CauseChain.first(e, TopicAuthorizationException.class).isPresent()) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Looks where a topic of the domain is missing.
   *
   * @throws UnfitCluster if a restore will create it
   */
  static void refuse(Admin admin, String domain, String bootstrap) {
    if (isThere(admin, domain)) {
      throw new UnfitCluster(
          "%s. Do not create its topics. Finish it with the directory of the backup:%n  %s"
              .formatted(what(domain), fix(domain, bootstrap)));
    }
  }
}
