package dev.rota.app.answers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.RootCommand;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Remedy;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.WhatIf;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Fact;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.whatif.SmallestChangeSearch;
import dev.rota.readers.whatif.SmallestChangeSearch.Tried;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** The smallest change that would have placed a thing, for {@code rota why --unless}. */
final class UnlessReport {
  private final Domain domain;
  private final String lane;
  private final LaneAnswers answers;
  private final WhatIf<State, Fact<State>> whatIf;
  private final SmallestChangeSearch search;

  UnlessReport(Domain domain, String lane, LaneAnswers answers) {
    this.domain = domain;
    this.lane = lane;
    this.answers = answers;
    this.whatIf = domain.card().whatIf().orElseThrow();
    this.search = new SmallestChangeSearch(domain, whatIf, lane, answers::turns);
  }

  /** A thing by its whole name, and what might help it. Null remedies: it does not wait. */
  private record Standing(Thing thing, List<Remedy> remedies) {}

  void tell(RootCommand root, CommandReport report, Thing asked)
      throws InterruptedException, ExecutionException {
    Standing now =
        answers.at(
            HistoryMoment.END,
            (state, _) -> state == null ? new Standing(asked, null) : standing(asked, state));
    Thing thing = now.thing;
    ObjectNode fields = report.fields().withArray("unless").addObject();
    fields.put("kind", thing.kind()).put("id", thing.id());
    fields.put("waits", now.remedies != null);
    if (now.remedies == null) {
      report.line("unless: " + thing + " does not wait");
      return;
    }
    long since = LaneQuestionFlags.beside(root, answers, _ -> search.waitsSince(thing));
    fields.put("since", Instant.ofEpochMilli(since).toString());
    report.line("unless: %s waits since %s".formatted(thing, Instant.ofEpochMilli(since)));
    List<Tried> tried =
        LaneQuestionFlags.beside(root, answers, _ -> search.run(thing, since, now.remedies));
    tried.forEach(one -> tell(report, fields, one));
    if (tried.stream().noneMatch(Tried::helps)) {
      report.line("  no single change places it, of those that were tried: " + tried.size());
    }
  }

  private Standing standing(Thing asked, State state) {
    Thing thing = domain.card().forecast().named(asked, state);
    boolean waits = search.waits(thing, state);
    return new Standing(thing, waits ? whatIf.remedies(thing, state) : null);
  }

  private void tell(CommandReport report, ObjectNode fields, Tried tried) {
    String at = tried.atMillis() == null ? null : Instant.ofEpochMilli(tried.atMillis()).toString();
    String flags =
        "rota whatif %s --key %s".formatted(domain.name(), lane) + tried.change().flags();
    fields
        .withArray("tried")
        .addObject()
        .put("what", tried.remedy().what())
        .put("placedAt", at)
        .put("spared", tried.spared())
        .put("refused", tried.refused())
        .put("command", flags);
    report.line("  %s, %s".formatted(tried.remedy().what(), came(tried, at)));
    if (tried.helps()) {
      report.line("    " + flags);
    }
  }

  private static String came(Tried tried, String at) {
    if (tried.refused() != null) {
      return "the rules refuse that: " + tried.refused();
    }
    return tried.spared()
        ? "it does not begin to wait"
        : at == null ? "it still waits" : "it is placed at " + at;
  }
}
