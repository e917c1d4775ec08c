package dev.rota.app;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.UsageMessage;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Usage of a verb as JSON.
 *
 * <pre>
 * {"command":"rota consume","about":[…],"usage":"rota consume [OPTIONS] TOPIC...",
 *  "arguments":[{"name":"TOPIC","about":…,"words":[…]}],
 *  "options":[{"names":["-o","--output"],"value":"FORMAT","about":…,"words":["text","json"]}],
 *  "examples":["rota consume claims",…],
 *  "commands":[{"name":"create","about":…}]}, where a verb of rota has a "group"
 * </pre>
 */
final class HelpJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private HelpJson() {}

  static String of(CommandLine verb) {
    var spec = verb.getCommandSpec();
    ObjectNode help = JSON.objectNode().put("command", spec.qualifiedName());
    ArrayNode about = help.putArray("about");
    Arrays.stream(spec.usageMessage().description()).forEach(about::add);
    help.put("usage", UsageMessage.line(verb));
    ArrayNode arguments = help.putArray("arguments");
    for (PositionalParamSpec argument : spec.positionalParameters()) {
      ObjectNode one = arguments.addObject().put("name", argument.paramLabel());
      describe(one, argument);
    }
    ArrayNode options = help.putArray("options");
    for (OptionSpec option : spec.options()) {
      ObjectNode one = options.addObject();
      ArrayNode names = one.putArray("names");
      Arrays.stream(option.names()).forEach(names::add);
      if (option.arity().max() > 0) {
        one.put("value", option.paramLabel());
      }
      describe(one, option);
    }
    ArrayNode examples = help.putArray("examples");
    VerbExamples.of(spec.qualifiedName()).forEach(examples::add);
    ArrayNode commands = help.putArray("commands");
    verb.getSubcommands()
        .forEach(
            (name, inner) -> {
              String what = first(inner.getCommandSpec().usageMessage().description());
              ObjectNode command = commands.addObject().put("name", name).put("about", what);
              if (verb.getParent() == null) {
                command.put("group", VerbList.heading(name));
              }
            });
    return help.toString();
  }

  private static void describe(ObjectNode one, ArgSpec argument) {
    one.put("about", first(argument.description())).put("required", argument.required());
    if (argument.completionCandidates() != null) {
      ArrayNode words = one.putArray("words");
      argument.completionCandidates().forEach(words::add);
    }
  }

  private static String first(String[] lines) {
    return lines.length == 0 ? "" : lines[0];
  }
}
