package dev.rota.app.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.IVersionProvider;

/** The version, from the jar's manifest. */
public final class VersionText implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"rota " + number(), "rules that run: " + rules()};
  }

  /** As the jar's manifest has it. */
  public static String number() {
    String version = RootCommand.class.getPackage().getImplementationVersion();
    return Optional.ofNullable(version).orElse("(unpackaged)");
  }

  /** Each domain with its versions, comma-separated. */
  private static String rules() {
    return Domains.ALL.stream()
        .map(
            domain ->
                domain.name()
                    + " "
                    + versions(domain).stream()
                        .map(Object::toString)
                        .collect(Collectors.joining(", ")))
        .collect(Collectors.joining("; "));
  }

  private static List<Integer> versions(Domain<?, ?, ?> domain) {
    return domain.versions().stream().map(card -> card.engine().rules()).toList();
  }

  /** {@code {"name":"rota","version":…,"java":…,"rules":{"cores":2,…},"runs":{"cores":[2],…}}}. */
  public static String json() {
    var json =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", "rota")
            .put("version", number())
            .put("java", Runtime.version().toString());
    var rules = json.putObject("rules");
    Domains.ALL.forEach(domain -> rules.put(domain.name(), domain.engine().rules()));
    var all = json.putObject("runs");
    Domains.ALL.forEach(
        domain -> versions(domain).forEach(all.withArray("/" + domain.name())::add));
    return json.toString();
  }
}
