package dev.rota.app;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
import dev.rota.base.book.BookRule;
import dev.rota.base.book.PlainText;
import dev.rota.base.book.RulesBook;
import dev.rota.base.text.SpellingSuggestion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code rota help rule}: prints all rules, or one by its id from the header {@code rota.rule}. */
@Command(
    name = "rule",
    description = {
      "print a rule by its id in the header rota.rule; without an id, list all rules",
      "",
      "Example: 'rota help rule cores 5.2', or cores-5.2."
    })
final class HelpRule implements Callable<Integer> {
  private static final int WIDTH = 80;
  private static final int NEAREST = 3;

  @ParentCommand private HelpCommand help;

  @Parameters(
      paramLabel = "ID",
      arity = "0..*",
      completionCandidates = OfRules.class,
      description = "a rule's id, such as cores 5.2")
  private List<String> words = List.of();

  static RulesBook book() {
    return new RulesBook(NameLookup.names());
  }

  @Override
  public Integer call() throws IOException {
    RootCommand root = help.root();
    RulesBook book = book();
    if (words.isEmpty()) {
      for (BookRule rule : book.all()) {
        root.report(json(rule).toString(), listed(rule));
      }
      return ExitCode.OK.code();
    }
    // A shell completes to the full id even after the domain: "cores cores-5.2".
    boolean twice = words.size() == 2 && words.get(1).startsWith(words.get(0) + "-");
    BookRule rule = one(book, twice ? words.get(1) : String.join(" ", words));
    List<String> text = new ArrayList<>(List.of(rule.id() + "  " + rule.title(), ""));
    text.addAll(PlainText.of(rule.text(), WIDTH));
    root.report(json(rule).put("text", rule.text()).toString(), text);
    return ExitCode.OK.code();
  }

  private static List<String> listed(BookRule rule) {
    return List.of("%-11s %s".formatted(rule.id(), rule.title()));
  }

  private static ObjectNode json(BookRule rule) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", rule.id())
        .put("domain", rule.domain())
        .put("title", rule.title());
  }

  private static BookRule one(RulesBook book, String said) {
    List<BookRule> named = book.named(said);
    if (named.size() == 1) {
      return named.get(0);
    }
    List<String> near =
        named.isEmpty() ? nearest(book, said) : named.stream().map(BookRule::id).toList();
    String meant = near.stream().map(id -> "'" + id + "'").collect(Collectors.joining(" or "));
    throw new CommandFailure(
        ExitCode.USAGE,
        "rule '" + said + "'",
        (named.isEmpty() ? "no rule has this id" : "several rules match")
            + (near.isEmpty() ? "" : "; did you mean " + meant + "?"),
        "'rota help rule' lists all rules");
  }

  private static List<String> nearest(RulesBook book, String said) {
    List<String> ids = new ArrayList<>(book.all().stream().map(BookRule::id).toList());
    List<String> near = new ArrayList<>();
    Optional<String> next = SpellingSuggestion.nearest(said, ids);
    while (next.isPresent() && near.size() < NEAREST) {
      near.add(next.get());
      ids.remove(next.get());
      next = SpellingSuggestion.nearest(said, ids);
    }
    return near;
  }

  static final class OfRules implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return book().all().stream().map(BookRule::anchor).iterator();
    }
  }
}
