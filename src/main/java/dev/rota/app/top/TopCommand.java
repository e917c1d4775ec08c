package dev.rota.app.top;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.app.follower.FollowerAddressFlags;
import dev.rota.app.follower.FollowerClient;
import dev.rota.app.follower.PortOwner;
import dev.rota.app.instance.DevChoice;
import dev.rota.app.instance.DevInstance;
import dev.rota.app.show.Terminal;
import dev.rota.base.settings.EffectiveValue;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota top}: a live view of one lane or all, in the terminal. */
@Command(
    name = "top",
    description = {
      "show lanes live, as a follower knows them; q ends it",
      "",
      "Without a terminal it prints one picture as text. Without --url and --dev it asks "
          + "ROTA_FOLLOWER_URL, else the page of the running 'rota dev', else "
          + "http://127.0.0.1:8090 if that is not another user's."
    })
public final class TopCommand implements Callable<Integer> {
  private static final long EVERY_MILLIS = 1_000;

  /** Where a follower of this machine serves its page. */
  private static final String HERE = "http://127.0.0.1:8090";

  private static final int PORT = 8090;

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "DOMAIN",
      completionCandidates = CompletionWords.OfDomains.class,
      description = "a domain, such as cores; default: all that are followed")
  private String domain;

  @Option(
      names = {"-k", "--key"},
      paramLabel = "LANE",
      completionCandidates = CompletionWords.Asked.class,
      description = "one lane of the domain")
  private String lane;

  @Mixin private FollowerAddressFlags address;

  @Option(
      names = "--dev",
      paramLabel = "NAME",
      description =
          "asks the page of a running 'rota dev', by its name, process id or data directory")
  private String dev;

  @Option(names = "--once", description = "print one picture as text, and exit")
  private boolean once;

  @Override
  public Integer call() throws IOException, InterruptedException {
    TopView view = view();
    if (dev != null && address.isGiven()) {
      throw new FlagValidator(spec).usage("--dev and --url name two followers: leave one out");
    }
    Settings settings = new SettingsSources().environment(root.console().variables()).load();
    Optional<String> configured =
        settings.find(KnownSettings.FOLLOWER_URL).map(EffectiveValue::text);
    FollowerClient follower =
        address.follower(
            spec,
            settings,
            address.isGiven() ? HERE : dev == null ? configured.orElseGet(this::here) : here());
    JsonNode first = view.look(follower);
    if (root.json()) {
      root.console().line(first.toString());
    } else if (once || !root.console().isScreen()) {
      Terminal terminal = terminal();
      ScreenRoom room = new ScreenRoom(terminal.columns(), terminal.rows() - 1);
      List<String> lines = view.lines(first, room, System.currentTimeMillis(), System.nanoTime());
      for (String line : terminal.fitted(lines)) {
        root.console().line(line);
      }
    } else {
      repaint(view, follower, first);
    }
    return ExitCode.OK.code();
  }

  /** A picture that is text has room as on a usual terminal, or on this one if that is larger. */
  private Terminal terminal() {
    Terminal usual = Terminal.ofText(root.console().variables());
    Terminal real = root.console().isScreen() ? Terminal.now(root.console().variables()) : usual;
    return new Terminal(
        Math.max(usual.columns(), real.columns()), Math.max(usual.rows(), real.rows()), true);
  }

  /**
   * Whoever listens on the usual port may be somebody else: what is known to be one's own is asked.
   */
  private String here() {
    DevChoice running = DevChoice.among(root.console().variables());
    Optional<DevInstance> meant =
        dev == null ? running.meant("--dev NAME or --url URL") : Optional.of(running.named(dev));
    String own = meant.map(DevInstance::page).orElse(null);
    if (own != null) {
      return own;
    }
    if (PortOwner.isOther(PORT)) {
      throw new CommandFailure(
          ExitCode.NOT_AUTHORISED,
          "no follower of yours is known",
          "what listens at " + HERE + " is another user's",
          "start 'rota follow DOMAIN' or 'rota dev', or pass its address with --url");
    }
    root.note("no 'rota dev' of yours runs: this is what answers at " + HERE);
    return HERE;
  }

  private TopView view() {
    String name = domain == null ? null : NameLookup.domain(domain).name();
    if (lane == null) {
      return new AllLanesView(name);
    }
    if (domain == null) {
      throw new FlagValidator(spec).usage("--key is the lane of a domain: name the domain too");
    }
    new FlagValidator(spec).lane("--key", lane);
    return new OneLaneView(NameLookup.domain(domain), lane);
  }

  private void repaint(TopView view, FollowerClient follower, JsonNode first)
      throws IOException, InterruptedException {
    try (ShutdownSequence shutdown = ShutdownSequence.onSignal(root)) {
      TerminalKeys keys = shutdown.with(TerminalKeys.listen());
      TopScreen screen = new TopScreen(root.console(), view, follower, first);
      List<String> head = List.of(follower.url() + "; q ends");
      screen.draw(head, List.of());
      while (!keys.awaitQuit(EVERY_MILLIS)) {
        screen.ask();
        screen.draw(head, List.of());
      }
    }
  }
}
