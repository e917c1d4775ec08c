package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.book.DocBlock;
import dev.rota.lab.embedded.SecuredCluster;
import dev.rota.testing.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The settings files that {@code docs/security.md} shows, one for each way to say who one is. */
final class SecurityPage {
  /** Who logs in by these files. */
  static final String USER = "rota";

  /** The provider of the page. */
  static final String PROVIDER = "https://idp.example/oauth2/token";

  private static final Path PAGE = Path.of("docs/security.md");

  private SecurityPage() {}

  /**
   * Writes the file of a section as the page has it, with the addresses of a cluster and the folder
   * of its stores.
   */
  static Path config(SecuredCluster cluster, SecuredCluster.Access access, Path dir)
      throws IOException {
    String written = block(access, "properties");
    Map<String, String> here = new HashMap<>();
    here.put("kafka.example:9093", cluster.bootstrap());
    here.put("https://registry.example:8081", cluster.registryUrl());
    here.put("/etc/rota", dir.toString());
    if (access == SecuredCluster.Access.TOKEN) {
      here.put(PROVIDER, cluster.tokens().tokens());
    }
    written = meant(written, here);
    return Files.writeString(dir.resolve("rota.properties"), written);
  }

  private static String meant(String written, Map<String, String> here) {
    String meant = written;
    for (Map.Entry<String, String> one : here.entrySet()) {
      assertThat(meant).contains(one.getKey());
      meant = meant.replace(one.getKey(), one.getValue());
    }
    assertThat(meant).doesNotContain(".example");
    return meant;
  }

  private static String block(SecuredCluster.Access access, String language) {
    String heading =
        switch (access) {
          case PASSWORD -> "## A password: ";
          case CERTIFICATE -> "## A certificate: ";
          case TOKEN -> "## A token: ";
        };
    return DocBlock.of(PAGE).stream()
        .filter(block -> block.heading().startsWith(heading))
        .filter(block -> block.language().equals(language))
        .map(DocBlock::text)
        .findFirst()
        .orElseThrow();
  }

  /**
   * The command of a section that starts an engine of a domain, for a shell in the folder of the
   * settings file.
   *
   * @param here what stands there, and what is meant
   * @param rota the launcher
   */
  static ProcessBuilder engine(
      SecuredCluster.Access access, Map<String, String> here, Path rota, String domain) {
    String command = meant(block(access, "sh"), here).strip();
    String more = " -o json --http-port 0 --domains " + domain;
    ProcessBuilder shell = Program.process(List.of("bash", "-c", command + more));
    Map<String, String> variables = shell.environment();
    variables.put("PATH", rota.getParent() + File.pathSeparator + variables.get("PATH"));
    return shell;
  }
}
