package dev.rota.app.answers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.RootCommand;
import dev.rota.app.follower.FollowerAddressFlags;
import dev.rota.app.follower.FollowerClient;
import dev.rota.app.instance.DevInstance;
import dev.rota.base.settings.EffectiveValue;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * The flags of verbs that a follower answers, too. The one that {@code --url} names has to. One
 * that is configured, or the running {@code rota dev}, is asked first: if it is away or behind, the
 * ledger is read.
 */
final class FollowerQuestionFlags {
  private static final Executor SOON = CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS);

  /** Causes of health by which a follower does not know all that the ledger has. */
  private static final Set<String> BEHIND = Set.of("CATCHES_UP", "NOT_READ", "NOT_HEARD");

  @Mixin private FollowerAddressFlags address;

  @Option(names = "--ledger", description = "read the ledger itself, and ask no follower")
  private boolean ledger;

  /**
   * A follower that nobody named in this command.
   *
   * @param isWhole whether it follows all partitions, so that it knows what is not there
   */
  private record Known(String name, FollowerClient client, boolean isWhole) {}

  /** A question about a lane: its arguments, of which null is left out, and its words. */
  record Question(String domain, Map<String, ?> arguments, String... words) {}

  /** Returns true if {@code --url} names a follower: then no ledger is read. */
  boolean isNamed() {
    return address.isGiven();
  }

  /**
   * Asks.
   *
   * @return empty: the ledger is to be asked
   */
  Optional<ObjectNode> ask(
      RootCommand root, CommandSpec spec, LaneQuestionFlags asking, Question question)
      throws IOException {
    if (address.isGiven()) {
      if (ledger) {
        throw new FlagValidator(spec).usage("--url names a follower: leave it or --ledger out");
      }
      String lane = asking.laneAlone(spec);
      FollowerClient named = address.follower(spec, asking.connection().sources(root).load(), null);
      return Optional.of(ask(root, named, lane, question));
    }
    if (ledger || asking.isOwnReading()) {
      return Optional.empty();
    }
    String lane = asking.legal(spec);
    Optional<Known> known = known(root, spec, asking);
    return known.isPresent() ? ask(root, known.get(), lane, question) : Optional.empty();
  }

  private Optional<Known> known(RootCommand root, CommandSpec spec, LaneQuestionFlags asking)
      throws IOException {
    Settings settings = asking.connection().sources(root).load();
    Optional<EffectiveValue> configured = settings.find(KnownSettings.FOLLOWER_URL);
    if (configured.isPresent() && !asking.connection().isNamed()) {
      FollowerClient client = address.follower(spec, settings, configured.get().text());
      return Optional.of(new Known("the follower", client.impatient(), false));
    }
    Optional<DevInstance> dev =
        asking.connection().instance(root).filter(one -> one.page() != null);
    if (dev.isEmpty()) {
      return Optional.empty();
    }
    FollowerClient client = address.follower(spec, settings, dev.get().page());
    return Optional.of(
        new Known("rota dev (process " + dev.get().pid() + ")", client.impatient(), true));
  }

  private static Optional<ObjectNode> ask(
      RootCommand root, Known known, String lane, Question question) {
    String who = known.name + " at " + known.client.url();
    try {
      String behind = behind(known.client.get(Map.of(), "v1", "domains"), question.domain);
      if (behind == null) {
        ObjectNode answer = ask(root, known.client, lane, question);
        note(
            root,
            "%s answers, as of turn %s at %s"
                .formatted(who, answer.path("turn").asText(), answer.path("at").asText()));
        return Optional.of(answer);
      }
      note(root, who + ": " + behind + "; the ledger is read");
    } catch (CommandFailure e) {
      if (e.exit() == ExitCode.NOT_FOUND && known.isWhole) {
        throw e;
      }
      note(root, who + ": " + e.why() + "; the ledger is read");
    }
    return Optional.empty();
  }

  /** Programs that read JSON find in the answer of when it is. */
  private static void note(RootCommand root, String text) {
    if (!root.json()) {
      root.note(text);
    }
  }

  /** Why it does not know all that the ledger has; null: it does. */
  private static String behind(ObjectNode followed, String domain) {
    for (JsonNode one : followed.path("domains")) {
      if (one.path("domain").asText().equals(domain)) {
        for (JsonNode finding : one.path("health").path("findings")) {
          if (BEHIND.contains(finding.path("cause").asText())) {
            return finding.path("text").asText();
          }
        }
        return null;
      }
    }
    return "it does not follow " + domain;
  }

  private static ObjectNode ask(
      RootCommand root, FollowerClient client, String lane, Question question) {
    AtomicBoolean answered = new AtomicBoolean();
    SOON.execute(
        () -> {
          if (!answered.get()) {
            root.note("the follower replays past turns …");
          }
        });
    try {
      String[] words =
          Stream.concat(Stream.of("v1", question.domain, "lanes", lane), Stream.of(question.words))
              .toArray(String[]::new);
      return client.get(question.arguments, words);
    } finally {
      answered.set(true);
    }
  }
}
