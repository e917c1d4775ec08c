package dev.rota.cli.answers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cli.console.Catalogue;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.cli.console.Report;
import dev.rota.cli.console.Root;
import dev.rota.cli.console.Words;
import dev.rota.domain.Args;
import dev.rota.domain.Domain;
import dev.rota.domain.Query;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.follow.Answers;
import dev.rota.follow.Answers.Told;
import dev.rota.follow.Moment;
import dev.rota.text.Suggestion;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota query}: what a lane's state says. */
@Command(
    name = "query",
    description = {
      "ask a lane's state, decided again from the ledger",
      "Without NAME it lists the domain's queries and their arguments."
    })
public final class QueryCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParentCommand private Root root;
  @Spec private CommandSpec spec;
  @Mixin private Asking asking;

  @Parameters(
      index = "0",
      paramLabel = "DOMAIN",
      completionCandidates = Words.OfDomains.class,
      description = "a domain, such as cores")
  private String domain;

  @Parameters(index = "1", arity = "0..1", paramLabel = "NAME", description = "a query")
  private String name;

  @Parameters(
      index = "2..*",
      paramLabel = "ARG=VALUE",
      description = "its arguments: a number, a text, or JSON")
  private List<String> given = List.of();

  @Option(
      names = "--at",
      paramLabel = "TURN|TIME",
      description =
          "the state behind this turn, or at this time: 2026-01-31T12:00:00Z, or a duration before"
              + " now such as PT5M; default: behind the last turn")
  private String at;

  @Override
  public Integer call() throws Exception {
    Domain<?, ?, ?> chosen = Catalogue.domain(domain);
    if (name == null) {
      list(chosen).print(root);
      return Exit.OK.code();
    }
    return asking.ask(root, spec, chosen, this::answer);
  }

  private static Report list(Domain<?, ?, ?> chosen) {
    Report report = new Report("the queries of " + chosen.name());
    new TreeMap<>(chosen.queries())
        .forEach(
            (name, query) -> {
              report.line(name, "%s", String.join(" ", query.arguments()));
              var arguments = report.fields().withObject("/queries").putArray(name);
              query.arguments().forEach(arguments::add);
            });
    return report;
  }

  private <S extends State, I, F extends Fact<S>> int answer(
      Domain<S, I, F> chosen, Answers<S, I, F> answers) throws Exception {
    Query<S> query = chosen.queries().get(name);
    if (query == null) {
      throw unknown("query '" + name + "'", name, chosen.queries().keySet());
    }
    Args args = new Args(arguments(query));
    Moment moment = Asking.moment("--at", at);
    Told<JsonNode> told = Asking.at(root, answers, moment, state -> answer(query, state, args));
    Report report = Standings.report(chosen.name(), told.standing());
    report.fields().put("query", name).set("answer", told.answer());
    told.answer().toPrettyString().lines().forEach(report::line);
    report.print(root);
    return Standings.exit(told.standing());
  }

  private <S> Object answer(Query<S> query, S state, Args args) {
    try {
      return query.answer(state, args);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new Failure(Exit.USAGE, "the query '" + name + "'", e.getMessage(), usage(query), e);
    }
  }

  private Map<String, Object> arguments(Query<?> query) {
    Map<String, Object> arguments = new TreeMap<>();
    for (String one : given) {
      int sign = one.indexOf('=');
      String argument = sign < 0 ? one : one.substring(0, sign);
      if (sign < 0 || !query.arguments().contains(argument)) {
        throw unknown("argument '" + argument + "'", argument, query.arguments());
      }
      arguments.put(argument, value(one.substring(sign + 1)));
    }
    return arguments;
  }

  /** JSON where it is JSON, else a text. A number beyond 64 bits is a text. */
  private static Object value(String text) {
    try {
      JsonNode value = JSON.readTree(text);
      boolean plain = value.canConvertToLong() || value.isContainerNode() || value.isBoolean();
      return plain ? JSON.convertValue(value, Object.class) : text;
    } catch (JsonProcessingException e) {
      return text;
    }
  }

  private Failure unknown(String what, String said, Collection<String> known) {
    List<String> names = List.copyOf(known);
    String why =
        Suggestion.nearest(said, names)
            .map(near -> "did you mean '" + near + "'?")
            .orElse(names.isEmpty() ? "it takes none" : "there are " + String.join(", ", names));
    return new Failure(Exit.USAGE, "no " + what, why, "see 'rota query " + domain + "'");
  }

  private String usage(Query<?> query) {
    return "its arguments are: " + String.join(", ", query.arguments());
  }
}
