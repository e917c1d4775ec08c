package dev.rota.serving.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** The page leads from a rule's id to its text. */
class BookRouteTest {
  @Test
  void aChapterOfTheRulesIsText() throws Exception {
    try (Site site = Site.open()) {
      HttpResponse<String> chapter = site.get("/docs/rules/bots.md");

      assertThat(chapter.statusCode()).isEqualTo(200);
      assertThat(chapter.headers().firstValue("Content-Type").orElse(""))
          .startsWith("text/markdown");
      assertThat(chapter.body()).contains("<a id=\"bots-5\"></a>");
      assertThat(site.get("/docs/rules/nothing.txt").statusCode()).isEqualTo(404);
      assertThat(site.get("/docs/rules/%2e%2e/page.md").statusCode()).isEqualTo(404);
    }
  }
}
