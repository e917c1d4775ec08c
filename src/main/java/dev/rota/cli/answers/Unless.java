package dev.rota.cli.answers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cli.console.Report;
import dev.rota.cli.console.Root;
import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.domain.WhatIf;
import dev.rota.domain.WhatIf.Remedy;
import dev.rota.domain.Why.Thing;
import dev.rota.engine.Fact;
import dev.rota.follow.Answers;
import dev.rota.follow.Moment;
import dev.rota.whatif.Search;
import dev.rota.whatif.Search.Tried;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** The smallest change that would have placed a thing, for {@code rota why --unless}. */
final class Unless<S extends State, I, F extends Fact<S>> {
  private final Domain<S, I, F> domain;
  private final String lane;
  private final Answers<S, I, F> answers;
  private final WhatIf<S, F> whatIf;
  private final Search<S, I, F> search;

  Unless(Domain<S, I, F> domain, String lane, Answers<S, I, F> answers) {
    this.domain = domain;
    this.lane = lane;
    this.answers = answers;
    this.whatIf = domain.whatIf().orElseThrow();
    this.search = new Search<>(domain, whatIf, lane, answers::turns);
  }

  void tell(Root root, Report report, Thing thing) throws InterruptedException, ExecutionException {
    ObjectNode fields = report.fields().withArray("unless").addObject();
    fields.put("kind", thing.kind()).put("id", thing.id());
    Long since = Asking.beside(root, answers, asked -> search.waitsSince(thing));
    fields.put("waits", since != null);
    if (since == null) {
      report.line("unless: " + thing + " does not wait");
      return;
    }
    List<Remedy> remedies =
        answers.at(
            Moment.END, (now, where) -> now == null ? List.of() : whatIf.remedies(thing, now));
    List<Tried> tried = Asking.beside(root, answers, asked -> search.run(thing, since, remedies));
    report.line("unless: %s waits since %s".formatted(thing, Instant.ofEpochMilli(since)));
    tried.forEach(one -> tell(report, fields, one));
    if (tried.stream().noneMatch(one -> one.atMillis() != null)) {
      report.line("  no single change places it, of those that were tried: " + tried.size());
    }
  }

  private void tell(Report report, ObjectNode fields, Tried tried) {
    String at = tried.atMillis() == null ? null : Instant.ofEpochMilli(tried.atMillis()).toString();
    String flags =
        "rota whatif %s --key %s".formatted(domain.name(), lane) + tried.change().flags();
    fields
        .withArray("tried")
        .addObject()
        .put("what", tried.remedy().what())
        .put("placedAt", at)
        .put("refused", tried.refused())
        .put("command", flags);
    String so = at == null ? "it waits still" : "it is placed at " + at;
    String told = tried.refused() == null ? so : "the rules refuse that: " + tried.refused();
    report.line("  %s, %s".formatted(tried.remedy().what(), told));
    if (at != null) {
      report.line("    " + flags);
    }
  }
}
