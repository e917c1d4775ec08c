package dev.rota.app;

import dev.rota.app.cluster.Cluster;
import dev.rota.app.cluster.Connection;
import dev.rota.app.console.Exit;
import dev.rota.app.console.Failure;
import dev.rota.app.console.Failures;
import dev.rota.app.console.Root;
import dev.rota.base.settings.Known;
import dev.rota.base.settings.Settings;
import dev.rota.base.text.Causes;
import dev.rota.domains.Domains;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.road.topics.rights.RequiredRights;
import dev.rota.road.topics.rights.Right;
import dev.rota.road.topics.rights.Rights;
import dev.rota.road.topics.rights.Role;
import dev.rota.road.topics.rights.UngrantedRights;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.resource.ResourceType;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Says which rights a command lacks. Kafka's answer names a topic or a group, if anything. */
final class Denial {
  /** All other commands answer from ledgers. */
  private static final Map<String, Role> ROLES =
      Map.of(
          "run", Role.ENGINE,
          "audit", Role.AUDITOR,
          "notary", Role.NOTARY,
          "produce", Role.PRODUCER,
          "import", Role.PRODUCER,
          "consume", Role.CONSUMER,
          "topics", Role.OPERATOR,
          "ledger", Role.OPERATOR,
          "release", Role.OPERATOR);

  private final AuthorizationException refusal;
  private final Role role;
  private final Settings settings;

  private Denial(AuthorizationException refusal, Role role, Settings settings) {
    this.refusal = refusal;
    this.role = role;
    this.settings = settings;
  }

  /** Explains a failure of a command, whatever it is. */
  static Failure explained(Exception e, CommandLine command, Root root) {
    Failure plain = Failures.of(e);
    Optional<AuthorizationException> refusal = Causes.first(e, AuthorizationException.class);
    Optional<Connection> connection = connection(command.getCommandSpec());
    if (plain.exit() != Exit.NOT_AUTHORISED
        || refusal.isEmpty()
        || connection.isEmpty()
        || Causes.first(e, UngrantedRights.class).isPresent()) {
      return plain;
    }
    try {
      Settings settings = connection.get().settings(root);
      return new Denial(refusal.get(), role(command), settings).lacking().orElse(plain);
    } catch (Failure | KafkaException | UnfitCluster unknown) {
      return plain;
    }
  }

  /** Also one that belongs to a group of flags. */
  private static Optional<Connection> connection(CommandSpec command) {
    return command.mixins().values().stream()
        .flatMap(
            mixin ->
                mixin.userObject() instanceof Connection one
                    ? Stream.of(one)
                    : connection(mixin).stream())
        .findFirst();
  }

  private static Role role(CommandLine command) {
    CommandLine verb = command;
    while (verb.getParent() != null && verb.getParent().getParent() != null) {
      verb = verb.getParent();
    }
    return ROLES.getOrDefault(verb.getCommandName(), Role.FOLLOWER);
  }

  private Optional<Failure> lacking() {
    List<Right> needed = needed();
    Map<String, Object> kafka = settings.kafka();
    try (Cluster cluster = Cluster.open(settings)) {
      Optional<UngrantedRights> missing =
          new RequiredRights(role, needed, kafka).behind(refusal, cluster.admin());
      return missing
          .or(
              () ->
                  named().isEmpty() || needed.isEmpty()
                      ? Optional.empty()
                      : Optional.of(new UngrantedRights(role, needed, kafka, refusal)))
          .map(Failures::of);
    }
  }

  /** What the role needs of what was refused; if that is not told, all that it needs. */
  private List<Right> needed() {
    List<Right> needed = new ArrayList<>();
    Domains.ALL.forEach(
        domain ->
            Rights.of(role, domain, settings.text(Known.APPLICATION)).stream()
                .filter(right -> right.resource() == kind())
                .filter(right -> named().isEmpty() || named().contains(right.sample()))
                .map(Right::required)
                .forEach(needed::add));
    if (needed.isEmpty() && kind() == ResourceType.TOPIC) {
      named().forEach(topic -> needed.add(Right.toRead(topic)));
    }
    return needed;
  }

  private ResourceType kind() {
    if (refusal instanceof GroupAuthorizationException) {
      return ResourceType.GROUP;
    }
    return refusal instanceof TransactionalIdAuthorizationException
        ? ResourceType.TRANSACTIONAL_ID
        : ResourceType.TOPIC;
  }

  private Set<String> named() {
    if (refusal instanceof TopicAuthorizationException topics) {
      return topics.unauthorizedTopics();
    }
    return refusal instanceof GroupAuthorizationException group && group.groupId() != null
        ? Set.of(group.groupId())
        : Set.of();
  }
}
