package dev.rota.app.letters;

import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.VerbGroup;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.letters.DeadLetter;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rota dlq}: what is done about dead letters. */
@Command(name = "dlq", description = "look into dead letters, send them again")
public final class DeadLettersCommand extends VerbGroup {
  @Spec private CommandSpec spec;

  DeadLettersCommand() {
    super("'dlq list', 'dlq show' or 'dlq replay'");
  }

  @Command(
      name = "list",
      description = {
        "list a domain's dead letters: where, when, why, and whether they were sent again",
        "",
        "All that the flags select are counted, and --limit of them are shown."
      })
  int list(
      @Mixin ConnectionFlags connection,
      @Mixin DomainParameter domain,
      @Mixin LetterFilter filter,
      @Option(names = "--open", description = "only those that were not sent again") boolean open)
      throws IOException {
    var range = filter.range(flags("list"), domain.domain());
    try (LetterDesk desk = open(connection, domain)) {
      new LetterList(root(), filter, desk.replays(), open).print(desk, range);
    }
    return ExitCode.OK.code();
  }

  @Command(name = "show", description = "show a dead letter: its value, reason and next step")
  int show(
      @Mixin ConnectionFlags connection,
      @Mixin DomainParameter domain,
      @Parameters(index = "1", paramLabel = "POSITION", description = "such as 0/17, as listed")
          String position)
      throws IOException {
    LetterDesk.position(domain.domain(), position);
    try (LetterDesk desk = open(connection, domain)) {
      DeadLetter letter = desk.find(position);
      LetterReport.of(
              letter,
              LetterValue.of(letter, desk.settings()),
              desk.domain().name(),
              desk.replays().of(letter))
          .print(root());
    }
    return ExitCode.OK.code();
  }

  @Command(
      name = "replay",
      description = {
        "send dead letters again to the topics they came from, as they are or edited",
        "",
        "Without --yes it prints what would be sent. A dead letter is sent once, however often and"
            + " wherever this runs. What an engine could not read now is left out."
      })
  int replay(
      @Mixin ConnectionFlags connection,
      @Mixin DomainParameter domain,
      @Mixin LetterFilter filter,
      @Mixin ReplayFlags flags)
      throws IOException {
    FlagValidator verb = flags("replay");
    boolean send = flags.isConsent(verb);
    var range = filter.range(verb, domain.domain());
    if (flags.edited != null && !filter.isAll()) {
      throw verb.usage("--edited names its dead letter; leave out what selects others");
    }
    EditedLetter letter =
        flags.edited == null ? null : EditedLetter.read(flags.edited, root(), domain.domain());
    try (LetterDesk desk = open(connection, domain)) {
      var terms = new BulkReplay.Terms(flags.returnsMax, flags.force);
      var edited = letter == null ? null : letter.replay(desk);
      var replay = new BulkReplay(root(), desk, filter, range, terms, edited);
      (send ? replay.send() : replay.plan()).print(root());
      return replay.exit().code();
    }
  }

  /** What is sent, and whether. */
  static final class ReplayFlags {
    @Option(
        names = "--returns-max",
        paramLabel = "N",
        defaultValue = "3",
        description =
            "what was sent again N times and came back is left out; default: ${DEFAULT-VALUE}")
    private int returnsMax;

    @Option(
        names = "--force",
        description = "sends also what came back too often, and what cannot be read")
    private boolean force;

    @Option(
        names = "--edited",
        paramLabel = "FILE",
        description =
            "sends one, which 'rota dlq show -o json' has printed and you have edited; -: from"
                + " stdin")
    private String edited;

    @Option(names = "--yes", description = "send")
    private boolean yes;

    @Option(names = "--dry-run", description = "only print what would be sent, as without --yes")
    private boolean dryRun;

    boolean isConsent(FlagValidator flags) {
      flags.within("--returns-max", returnsMax, 1, Integer.MAX_VALUE);
      if (yes && dryRun) {
        throw flags.usage("--yes and --dry-run contradict each other");
      }
      return yes;
    }
  }

  private FlagValidator flags(String verb) {
    return new FlagValidator(spec.subcommands().get(verb).getCommandSpec());
  }

  private LetterDesk open(ConnectionFlags connection, DomainParameter domain) {
    Domain known = domain.domain();
    Settings settings = connection.kafka(root());
    return LetterDesk.open(settings, known);
  }
}
