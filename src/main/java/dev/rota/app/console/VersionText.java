package dev.rota.app.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import picocli.CommandLine.IVersionProvider;

/** The version, from the jar's manifest, and the commit that the build has noted. */
public final class VersionText implements IVersionProvider {
  private static final String NOTED = "/META-INF/rota-commit.properties";

  @Override
  public String[] getVersion() {
    return new String[] {
      "rota " + number() + ", " + BuiltCommit.of(noted()), "rules that run: " + rules()
    };
  }

  /**
   * The commit of the sources.
   *
   * @param id null: they were no checkout
   * @param changed true: they had changes that are not in the commit
   */
  record BuiltCommit(String id, boolean changed) {
    static BuiltCommit of(Properties noted) {
      String id = noted.getProperty("git.commit.id.full", "");
      return new BuiltCommit(
          id.isBlank() ? null : id, Boolean.parseBoolean(noted.getProperty("git.dirty")));
    }

    @Override
    public String toString() {
      return id == null ? "unknown commit" : "commit " + id + (changed ? " with changes" : "");
    }
  }

  private static Properties noted() {
    Properties noted = new Properties();
    try (InputStream file = VersionText.class.getResourceAsStream(NOTED)) {
      if (file != null) {
        noted.load(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return noted;
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

  private static List<Integer> versions(Domain domain) {
    return domain.card().versions().stream().map(card -> card.engine().rules()).toList();
  }

  /**
   * {@code {"name":"rota","version":…,"commit":…,"changed":…,"java":…,"rules":{"cores":2,…},
   * "runs":{"cores":[2],…}}}; an unknown commit is null.
   */
  public static String json() {
    BuiltCommit commit = BuiltCommit.of(noted());
    var json =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", "rota")
            .put("version", number())
            .put("commit", commit.id())
            .put("changed", commit.changed())
            .put("java", Runtime.version().toString());
    var rules = json.putObject("rules");
    Domains.ALL.forEach(domain -> rules.put(domain.name(), domain.card().engine().rules()));
    var all = json.putObject("runs");
    Domains.ALL.forEach(
        domain -> versions(domain).forEach(all.withArray("/" + domain.name())::add));
    return json.toString();
  }
}
