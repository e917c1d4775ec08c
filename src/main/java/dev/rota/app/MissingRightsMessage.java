package dev.rota.app;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FailureTranslator;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.text.CauseChain;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.RequiredRights;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.road.topics.rights.UngrantedRights;
import java.util.ArrayList;
import java.util.HashSet;
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
final class MissingRightsMessage {
  /** All other commands answer from ledgers. */
  private static final Map<String, TopicRole> ROLES =
      Map.ofEntries(
          Map.entry("run", TopicRole.ENGINE),
          Map.entry("audit", TopicRole.AUDITOR),
          Map.entry("backup", TopicRole.BACKUP),
          Map.entry("notary", TopicRole.NOTARY),
          Map.entry("produce", TopicRole.PRODUCER),
          Map.entry("import", TopicRole.PRODUCER),
          Map.entry("consume", TopicRole.CONSUMER),
          Map.entry("reapi", TopicRole.REAPI),
          Map.entry("topics", TopicRole.OPERATOR),
          Map.entry("ledger", TopicRole.OPERATOR),
          Map.entry("dlq", TopicRole.OPERATOR),
          Map.entry("release", TopicRole.OPERATOR));

  private final AuthorizationException refusal;
  private final TopicRole role;
  private final List<Domain> domains;
  private final Settings settings;

  private MissingRightsMessage(
      AuthorizationException refusal, CommandLine command, Settings settings) {
    this.refusal = refusal;
    this.role = role(command);
    this.domains = domains(command);
    this.settings = settings;
  }

  /** Explains a failure of a command, whatever it is. */
  static CommandFailure explained(Exception e, CommandLine command, RootCommand root) {
    CommandFailure plain = FailureTranslator.of(e);
    Optional<AuthorizationException> refusal = CauseChain.first(e, AuthorizationException.class);
    Optional<ConnectionFlags> connection = connection(command.getCommandSpec());
    if (plain.exit() != ExitCode.NOT_AUTHORISED
        || refusal.isEmpty()
        || connection.isEmpty()
        || CauseChain.first(e, UngrantedRights.class).isPresent()) {
      return plain;
    }
    try {
      Settings settings = connection.get().settings(root);
      return new MissingRightsMessage(refusal.get(), command, settings).lacking().orElse(plain);
    } catch (CommandFailure | KafkaException | UnfitCluster unknown) {
      return plain;
    }
  }

  /** Also one that belongs to a group of flags. */
  private static Optional<ConnectionFlags> connection(CommandSpec command) {
    return command.mixins().values().stream()
        .flatMap(
            mixin ->
                mixin.userObject() instanceof ConnectionFlags one
                    ? Stream.of(one)
                    : connection(mixin).stream())
        .findFirst();
  }

  private static TopicRole role(CommandLine command) {
    CommandLine verb = command;
    while (verb.getParent() != null && verb.getParent().getParent() != null) {
      verb = verb.getParent();
    }
    return ROLES.getOrDefault(verb.getCommandName(), TopicRole.FOLLOWER);
  }

  /** Those that the command's own words name, as such or by a topic; else all. */
  private static List<Domain> domains(CommandLine command) {
    Set<String> named = new HashSet<>();
    for (String argument : command.getParseResult().originalArgs()) {
      for (String word : argument.split("[,=]", -1)) {
        named.add(NameLookup.owner(word).map(Domain::name).orElse(word));
      }
    }
    List<Domain> meant = Domains.ALL.stream().filter(one -> named.contains(one.name())).toList();
    return meant.isEmpty() ? Domains.ALL : meant;
  }

  private Optional<CommandFailure> lacking() {
    List<AccessRight> needed = needed();
    Map<String, Object> kafka = settings.kafka();
    try (ClusterAdmin cluster = ClusterAdmin.open(settings)) {
      List<AccessRight> required = needed.stream().map(AccessRight::required).toList();
      Optional<UngrantedRights> missing =
          new RequiredRights(role, needed, kafka).behind(refusal, cluster.admin());
      return missing
          .or(() -> new RequiredRights(role, required, kafka).behind(refusal, cluster.admin()))
          .or(
              () ->
                  named().isEmpty() || needed.isEmpty()
                      ? Optional.empty()
                      : Optional.of(new UngrantedRights(role, needed, kafka, refusal)))
          .map(FailureTranslator::of);
    }
  }

  /** What the role needs of what was refused; if that is not told, all that it needs. */
  private List<AccessRight> needed() {
    List<AccessRight> needed = new ArrayList<>();
    domains.forEach(
        domain ->
            RightsTable.of(role, domain, settings.text(KnownSettings.APPLICATION)).stream()
                .filter(right -> right.resource() == kind())
                .filter(right -> named().isEmpty() || named().contains(right.sample()))
                .map(right -> named().isEmpty() ? right : right.required())
                .forEach(needed::add));
    if (needed.isEmpty() && kind() == ResourceType.TOPIC) {
      named().forEach(topic -> needed.add(AccessRight.toRead(topic)));
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
