package dev.rota.cli.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.domains.Domains;
import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version, from the jar's manifest. */
public final class VersionText implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"rota " + number()};
  }

  private static String number() {
    String version = Root.class.getPackage().getImplementationVersion();
    return Optional.ofNullable(version).orElse("(unpackaged)");
  }

  /** {@code {"name":"rota","version":…,"java":…,"rules":{"cores":1,…}}}. */
  public static String json() {
    var json =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", "rota")
            .put("version", number())
            .put("java", Runtime.version().toString());
    var rules = json.putObject("rules");
    Domains.ALL.forEach(domain -> rules.put(domain.name(), domain.engine().rules()));
    return json.toString();
  }
}
