package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.book.DocBlock;
import dev.rota.lab.embedded.SecuredCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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
    String heading =
        switch (access) {
          case PASSWORD -> "## A password: ";
          case CERTIFICATE -> "## A certificate: ";
          case TOKEN -> "## A token: ";
        };
    String written =
        DocBlock.of(PAGE).stream()
            .filter(block -> block.heading().startsWith(heading))
            .filter(block -> block.language().equals("properties"))
            .map(DocBlock::text)
            .findFirst()
            .orElseThrow();
    Map<String, String> here = new HashMap<>();
    here.put("kafka.example:9093", cluster.bootstrap());
    here.put("https://registry.example:8081", cluster.registryUrl());
    here.put("/etc/rota", dir.toString());
    if (access == SecuredCluster.Access.TOKEN) {
      here.put(PROVIDER, cluster.tokens().tokens());
    }
    for (Map.Entry<String, String> one : here.entrySet()) {
      assertThat(written).contains(one.getKey());
      written = written.replace(one.getKey(), one.getValue());
    }
    assertThat(written).doesNotContain(".example");
    return Files.writeString(dir.resolve("rota.properties"), written);
  }

  static String text() throws IOException {
    return Files.readString(PAGE);
  }
}
