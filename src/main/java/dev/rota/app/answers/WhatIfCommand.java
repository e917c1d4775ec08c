package dev.rota.app.answers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.JsonTree;
import dev.rota.base.text.Utf8Text;
import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.FleetChange;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.WhatIf;
import dev.rota.kernel.engine.Fact;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.json.LaneJson;
import dev.rota.readers.follow.json.MomentText;
import dev.rota.readers.whatif.HistoryChange;
import dev.rota.readers.whatif.HistoryComparer;
import dev.rota.readers.whatif.HistoryComparison;
import dev.rota.readers.whatif.PolicyPatch;
import dev.rota.readers.whatif.RefusedPolicy;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.TopicLogs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota whatif}: what would have been with another policy or fleet. */
@Command(
    name = "whatif",
    description = {
      "compare the history with one of another policy or fleet",
      "",
      "The recorded inputs of a lane are replayed from the first turn on, and both "
          + "histories are measured in the same way. Without a change, the replay gives what "
          + "happened."
    })
public final class WhatIfCommand implements Callable<Integer> {

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private LaneLog log;
  @Mixin private FleetFlags fleet;

  @Mixin private DomainParameter domain;

  @Option(
      names = "--policy",
      paramLabel = "FILE|JSON",
      description =
          "fields of the domain's policy as a JSON object, or a file with them; the others stay")
  private String policy;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "changes and measures from then on: 2026-01-31T12:00:00Z, or a duration before now such"
              + " as P7D; default: from the first turn on")
  private String since;

  @Override
  public Integer call() throws Exception {
    Domain chosen = domain.domain();
    check(chosen, chosen.card().whatIf().orElseThrow());
    try (TopicLogs logs = log.logs(root, spec, chosen)) {
      return answer(chosen, logs, log.lane(spec, logs));
    }
  }

  /** Whatever the lane is called: what is wrong with the change is said before a log is opened. */
  private void check(Domain chosen, WhatIf<?, ?> whatIf) throws IOException {
    try {
      for (FleetChange one : change(chosen, whatIf, "none").fleet()) {
        boolean known =
            one.kind().equals(FleetChange.PRIORITY)
                || whatIf.fleet().stream().anyMatch(form -> form.startsWith(one.kind() + ":"));
        if (!known) {
          throw new BadArgument(one + ": there are no " + one.kind() + " to add or remove");
        }
      }
    } catch (BadArgument e) {
      throw unfit(e, whatIf);
    }
  }

  private int answer(Domain chosen, TopicLogs logs, String lane) throws Exception {
    WhatIf<State, Fact<State>> whatIf = chosen.card().whatIf().orElseThrow();
    try {
      HistoryChange change = change(chosen, whatIf, lane);
      HistoryComparer comparing = new HistoryComparer(chosen, whatIf, lane, change);
      LaneAnswers answers = new LaneAnswers(chosen, logs, CheckpointChoice.BEGINNING, lane);
      LaneStanding standing =
          ProgressDisplay.beside(
              root, "decided", answers::done, () -> comparing.read(answers::turns));
      HistoryComparison both =
          ProgressDisplay.beside(root, "played", comparing::done, comparing::play);
      return LaneStandingText.exit(tell(chosen, whatIf, standing, change, both));
    } catch (BadArgument e) {
      throw unfit(e, whatIf);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BadArgument bad) {
        throw unfit(bad, whatIf);
      }
      throw e.getCause() instanceof RefusedPolicy refused ? refused(refused) : e;
    }
  }

  private static CommandFailure unfit(BadArgument e, WhatIf<?, ?> whatIf) {
    String forms = String.join(", ", whatIf.fleet());
    return new CommandFailure(
        ExitCode.USAGE, "the fleet", e.getMessage(), "add or remove " + forms, e);
  }

  private CommandFailure refused(RefusedPolicy why) {
    String fix = "correct the policy";
    return new CommandFailure(ExitCode.REFUSED, "--policy " + policy, why.getMessage(), fix, why);
  }

  private CommandReport tell(
      Domain chosen,
      WhatIf<?, ?> whatIf,
      LaneStanding standing,
      HistoryChange change,
      HistoryComparison both)
      throws IOException {
    CommandReport report = LaneStandingText.report(LaneJson.of(chosen.name(), standing));
    new WhatIfText(report).tell(change, both, whatIf.model());
    report.print(root);
    return report;
  }

  private HistoryChange change(Domain chosen, WhatIf<?, ?> whatIf, String lane) throws IOException {
    long sinceMillis =
        since == null ? Long.MIN_VALUE : MomentText.millis("--since", since, Instant.now());
    try {
      return new HistoryChange(
          new PolicyPatch(chosen, whatIf.policy(), lane, fields()), fleet.changes(), sinceMillis);
    } catch (BadLine e) {
      throw bad(e.getMessage(), e).about(e.path(), null);
    }
  }

  private ObjectNode fields() throws IOException {
    if (policy == null) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (JsonTree.parse(policyText()) instanceof ObjectNode fields) {
      return fields;
    }
    throw bad("it is no JSON object", null);
  }

  private String policyText() throws IOException {
    return policy.startsWith("{") ? policy : Utf8Text.read(Path.of(policy));
  }

  private CommandFailure bad(String why, Exception cause) {
    return new CommandFailure(
        ExitCode.USAGE,
        "--policy " + policy,
        why,
        "write fields of the policy, such as those that 'rota query "
            + domain.domain().name()
            + "' lists",
        cause);
  }
}
