package dev.rota.app;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.rota.app.console.UsageMessage;
import dev.rota.base.lines.AnswerJson;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Usage of a verb as JSON. */
record HelpJson(
    String command,
    List<String> about,
    String usage,
    List<Argument> arguments,
    List<Flag> options,
    List<String> examples,
    List<Inner> commands) {
  private record Argument(String name, @JsonUnwrapped Described what) {}

  private record Flag(
      List<String> names,
      @JsonInclude(Include.NON_NULL) String value,
      @JsonUnwrapped Described what) {}

  /**
   * What both have.
   *
   * @param words that it takes; null: others, too
   */
  private record Described(
      String about, boolean required, @JsonInclude(Include.NON_NULL) Iterable<String> words) {
    static Described of(ArgSpec one) {
      return new Described(first(one.description()), one.required(), one.completionCandidates());
    }
  }

  /**
   * A verb within it.
   *
   * @param group null: it is no verb of {@code rota} itself
   */
  private record Inner(String name, String about, @JsonInclude(Include.NON_NULL) String group) {}

  static String of(CommandLine verb) {
    CommandSpec spec = verb.getCommandSpec();
    return AnswerJson.text(
        new HelpJson(
            spec.qualifiedName(),
            List.of(spec.usageMessage().description()),
            UsageMessage.line(verb),
            spec.positionalParameters().stream()
                .map(one -> new Argument(one.paramLabel(), Described.of(one)))
                .toList(),
            spec.options().stream().map(HelpJson::flag).toList(),
            VerbExamples.of(spec.qualifiedName()),
            verb.getSubcommands().entrySet().stream()
                .map(one -> inner(verb, one.getKey(), one.getValue()))
                .toList()));
  }

  private static Flag flag(OptionSpec option) {
    String value = option.arity().max() > 0 ? option.paramLabel() : null;
    return new Flag(List.of(option.names()), value, Described.of(option));
  }

  private static Inner inner(CommandLine outer, String name, CommandLine inner) {
    String about = first(inner.getCommandSpec().usageMessage().description());
    return new Inner(name, about, outer.getParent() == null ? VerbList.heading(name) : null);
  }

  private static String first(String[] lines) {
    return lines.length == 0 ? "" : lines[0];
  }
}
