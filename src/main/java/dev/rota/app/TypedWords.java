package dev.rota.app;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
import dev.rota.app.follower.FollowerAddressFlags;
import dev.rota.app.instance.DevChoice;
import dev.rota.app.instance.DevInstance;
import dev.rota.base.settings.BadSettings;
import dev.rota.base.settings.EffectiveValue;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * {@code rota completion words -- query cores ''}: what may come next, of that which a script does
 * not know: lanes of a running follower, queries and their arguments. Where nothing is known it
 * prints nothing: somebody is typing.
 */
@Command(name = TypedWords.NAME, hidden = true, description = "print what may be typed next")
final class TypedWords implements Callable<Integer> {
  static final String NAME = "words";

  private static final Logger LOG = LoggerFactory.getLogger(TypedWords.class);
  private static final int LANES_MAX = 1_000;

  @ParentCommand private CompletionCommand completion;
  @Spec private CommandSpec spec;

  @Parameters(arity = "0..*", description = "the words behind 'rota', the last is being typed")
  private List<String> words = List.of();

  @Override
  public Integer call() throws IOException {
    RootCommand root = completion.root();
    int last = words.size() - 1;
    if (last < 1) {
      return ExitCode.OK.code();
    }
    boolean lane = List.of("-k", "--key").contains(words.get(last - 1));
    Optional<Domain> domain = domain(words.subList(0, last));
    if (domain.isPresent()) {
      List<String> next = lane ? lanes(root, domain.get()) : query(domain.get());
      for (String one : next) {
        root.console().line(one);
      }
    }
    return ExitCode.OK.code();
  }

  /** The first that is named, or whose topic is. */
  private static Optional<Domain> domain(List<String> typed) {
    return typed.stream()
        .flatMap(
            word ->
                Stream.concat(
                    Domains.ALL.stream().filter(one -> one.name().equals(word)),
                    NameLookup.owner(word).stream()))
        .findFirst();
  }

  /** Queries behind the domain, and behind a query its arguments. */
  private List<String> query(Domain domain) {
    int at = words.indexOf(domain.name());
    if (!words.get(0).equals("query") || at != 1) {
      return List.of();
    }
    if (words.size() == 3) {
      return List.copyOf(new TreeSet<>(domain.card().queries().keySet()));
    }
    var query = domain.card().queries().get(words.get(2));
    return query == null
        ? List.of()
        : query.arguments().stream()
            .filter(name -> words.stream().noneMatch(word -> word.startsWith(name + "=")))
            .map(name -> name + "=")
            .toList();
  }

  private List<String> lanes(RootCommand root, Domain domain) throws IOException {
    try {
      Settings settings = new SettingsSources().environment(root.console().variables()).load();
      Optional<String> url = follower(root, settings);
      if (url.isEmpty()) {
        return List.of();
      }
      var lanes =
          new FollowerAddressFlags()
              .follower(spec, settings, url.get())
              .hasty()
              .get(Map.of("limit", LANES_MAX), "v1", domain.name(), "lanes")
              .path("lanes");
      return StreamSupport.stream(lanes.spliterator(), false)
          .map(one -> one.path("lane").asText())
          .toList();
    } catch (CommandFailure | BadSettings | ParameterException e) {
      LOG.debug("no lanes are known", e);
      return List.of();
    }
  }

  /** The one that the words name, that is configured, or that of a running dev. */
  private Optional<String> follower(RootCommand root, Settings settings) {
    DevChoice running = DevChoice.among(root.console().variables());
    Optional<String> named = behind("--dev");
    return behind("--url")
        .or(() -> named.map(name -> running.named(name).page()))
        .or(() -> settings.find(KnownSettings.FOLLOWER_URL).map(EffectiveValue::text))
        .or(() -> running.meant("--dev NAME").map(DevInstance::page));
  }

  private Optional<String> behind(String flag) {
    int at = words.indexOf(flag);
    return at < 0 || at + 1 >= words.size() ? Optional.empty() : Optional.of(words.get(at + 1));
  }
}
