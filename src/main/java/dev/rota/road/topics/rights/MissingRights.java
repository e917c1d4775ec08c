package dev.rota.road.topics.rights;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;

import dev.rota.road.topics.AdminAnswer;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeStreamsGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Asks a cluster which rights its client does not have. What the cluster cannot tell counts as
 * granted: it is refused when it is used.
 */
final class MissingRights {
  /** A name that Rota gives to nobody. */
  private static final String NOBODY = "doctor";

  private final Admin admin;
  private final Map<ResourceType, Map<String, Set<AclOperation>>> granted = new HashMap<>();
  private final Set<String> absent = new HashSet<>();
  private final Map<AccessRight, Boolean> used = new HashMap<>();
  private final Set<String> unanswered = new HashSet<>();
  private final Set<String> uncreatable = new HashSet<>();

  private MissingRights(Admin admin) {
    this.admin = admin;
    for (ResourceType kind : ResourceType.values()) {
      granted.put(kind, new HashMap<>());
    }
  }

  /**
   * Returns those of these rights that are missing, in their order.
   *
   * @throws KafkaException if the cluster does not answer
   */
  public static List<AccessRight> of(Admin admin, Collection<AccessRight> rights) {
    MissingRights found = look(admin, rights);
    return rights.stream().filter(found::isMissing).toList();
  }

  /** The same, and those of which the cluster does not say whether they are granted. */
  static TriedRights tried(Admin admin, Collection<AccessRight> rights) {
    MissingRights found = look(admin, rights);
    rights.stream()
        .filter(right -> found.isUntold(right) || found.isHidden(right))
        .forEach(found::use);
    return new TriedRights(
        rights.stream().filter(right -> !found.isMissing(right) && !found.isUntold(right)).toList(),
        rights.stream().filter(found::isMissing).toList(),
        rights.stream().filter(found::isUntold).toList());
  }

  private static MissingRights look(Admin admin, Collection<AccessRight> rights) {
    MissingRights found = new MissingRights(admin);
    found.topics(samples(rights, ResourceType.TOPIC));
    found.groups(samples(rights, ResourceType.GROUP));
    found.transactions(samples(rights, ResourceType.TRANSACTIONAL_ID));
    found.creations(
        rights.stream()
            .filter(right -> right.operation() == CREATE && found.absent.contains(right.sample()))
            .map(AccessRight::sample)
            .collect(Collectors.toSet()));
    return found;
  }

  private static Set<String> samples(Collection<AccessRight> rights, ResourceType kind) {
    return rights.stream()
        .filter(right -> right.resource() == kind)
        .map(AccessRight::sample)
        .collect(Collectors.toSet());
  }

  /** A right to create what is there is not missed. */
  private boolean isMissing(AccessRight right) {
    if (used.containsKey(right)) {
      return !used.get(right);
    }
    if (right.operation() == CREATE) {
      return uncreatable.contains(right.sample());
    }
    Set<AclOperation> here = granted.get(right.resource()).get(right.sample());
    return here != null && !here.contains(right.operation());
  }

  private boolean isUntold(AccessRight right) {
    if (used.containsKey(right)) {
      return false;
    }
    if (right.operation() == DESCRIBE && right.resource() != ResourceType.CLUSTER) {
      return unanswered.contains(right.sample()); // else it was described, or is not there
    }
    return right.operation() != CREATE
        && !granted.get(right.resource()).containsKey(right.sample());
  }

  /** Who may not describe a topic may still see its settings. */
  private boolean isHidden(AccessRight right) {
    return right.operation() == DESCRIBE_CONFIGS && isMissing(right);
  }

  /**
   * Uses a right that cannot be looked up, if there is a request that needs it and does nothing.
   */
  private void use(AccessRight right) {
    Optional<KafkaFuture<?>> answer = request(right);
    if (answer.isEmpty()) {
      return;
    }
    Throwable refusal = refusal(answer.get());
    if (refusal instanceof AuthorizationException) {
      used.put(right, false);
    } else if (!(refusal instanceof RetriableException)
        || refusal instanceof UnknownTopicOrPartitionException) {
      used.put(right, true);
    }
  }

  private Optional<KafkaFuture<?>> request(AccessRight right) {
    if (right.resource() == ResourceType.TRANSACTIONAL_ID && right.prefixed()) {
      // Nobody uses this id, so nobody is fenced.
      return Optional.of(admin.fenceProducers(Set.of(right.name() + NOBODY)).all());
    }
    if (right.resource() == ResourceType.GROUP && right.operation() == READ) {
      // No member has this name, so nobody leaves.
      var member = new MemberToRemove(right.name() + NOBODY);
      var nobody = new RemoveMembersFromConsumerGroupOptions(Set.of(member));
      return Optional.of(admin.removeMembersFromConsumerGroup(right.sample(), nobody).all());
    }
    return right.operation() == DESCRIBE_CONFIGS
        ? Optional.of(admin.describeConfigs(Set.of(configured(right))).all())
        : Optional.empty();
  }

  private ConfigResource configured(AccessRight right) {
    return right.resource() == ResourceType.TOPIC
        ? new ConfigResource(ConfigResource.Type.TOPIC, right.sample())
        : new ConfigResource(
            ConfigResource.Type.BROKER,
            answered(admin.describeCluster().nodes()).iterator().next().idString());
  }

  private void topics(Set<String> names) {
    var asked = new DescribeTopicsOptions().includeAuthorizedOperations(true);
    admin
        .describeTopics(names, asked)
        .topicNameValues()
        .forEach(
            (name, answer) ->
                take(ResourceType.TOPIC, name, answer, TopicDescription::authorizedOperations));
  }

  /** A group is of one kind or of the other. */
  private void groups(Set<String> names) {
    if (names.isEmpty()) {
      return;
    }
    var asked = new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true);
    admin
        .describeConsumerGroups(names, asked)
        .describedGroups()
        .forEach(
            (name, answer) ->
                take(ResourceType.GROUP, name, answer, group -> group.authorizedOperations()));
    var streams = new DescribeStreamsGroupsOptions().includeAuthorizedOperations(true);
    admin
        .describeStreamsGroups(names, streams)
        .describedGroups()
        .forEach(
            (name, answer) ->
                take(ResourceType.GROUP, name, answer, group -> group.authorizedOperations()));
  }

  private void transactions(Set<String> ids) {
    if (!ids.isEmpty()) {
      var answers = admin.describeTransactions(ids);
      ids.forEach(
          id -> take(ResourceType.TRANSACTIONAL_ID, id, answers.description(id), _ -> null));
    }
  }

  /** Nothing is created: who may not is refused before that is known. */
  private void creations(Set<String> names) {
    var topics =
        names.stream()
            .map(name -> new NewTopic(name, Optional.of(1), Optional.<Short>empty()))
            .toList();
    admin
        .createTopics(topics, new CreateTopicsOptions().validateOnly(true))
        .values()
        .forEach(
            (name, answer) -> {
              if (refusal(answer) instanceof AuthorizationException) {
                uncreatable.add(name);
              }
            });
  }

  /** Takes what may be done with it; null: that is not known. */
  private <T> void take(
      ResourceType kind,
      String name,
      KafkaFuture<T> answer,
      Function<T, Set<AclOperation>> operations) {
    Throwable refusal = refusal(answer);
    Set<AclOperation> here = refusal == null ? operations.apply(answered(answer)) : null;
    if (here != null) {
      granted.get(kind).put(name, here);
    } else if (kind == ResourceType.GROUP
        ? refusal instanceof GroupAuthorizationException // and not one of its topics
        : refusal instanceof AuthorizationException) {
      granted.get(kind).put(name, Set.of());
    }
    if (refusal instanceof AuthorizationException
        || refusal instanceof UnknownTopicOrPartitionException) {
      absent.add(name); // or it may not be seen
    } else if (refusal instanceof RetriableException) {
      unanswered.add(name);
    }
  }

  private static <T> T answered(KafkaFuture<T> answer) {
    return AdminAnswer.of(answer, "what may be done is not known");
  }

  /** Null: it is answered. */
  private static Throwable refusal(KafkaFuture<?> answer) {
    try {
      answer.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }
}
