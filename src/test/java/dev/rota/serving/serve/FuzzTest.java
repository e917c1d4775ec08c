package dev.rota.serving.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Whatever is asked, the server answers, and it is never its own fault. */
final class FuzzTest {
  private static final int REQUESTS = 800;
  private static final String[] PATHS = {
    "",
    "/v1/domains",
    "/v1/bots/lanes",
    "/v1/bots/queries",
    "/v1/bots/lanes/builds",
    "/v1/bots/lanes/builds/queries",
    "/v1/bots/lanes/builds/queries/waiting",
    "/v1/bots/lanes/builds/queries/position",
    "/v1/bots/lanes/builds/queries/deadlines",
    "/v1/bots/lanes/builds/state",
    "/v1/bots/lanes/builds/diff",
    "/v1/bots/lanes/builds/turns",
    "/v1/bots/lanes/builds/stretches",
    "/v1/bots/lanes/builds/why/job-1",
    "/v1/bots/lanes/builds/forecast",
    "/v1/bots/lanes/builds/forecast/job-1",
    "/v1/bots/lanes/builds/whatif",
    "/v1/bots/lanes/builds/whatif/fields"
  };
  private static final String[] WORDS = {
    "v1",
    "bots",
    "lanes",
    "builds",
    "queries",
    "state",
    "diff",
    "why",
    "turns",
    "page",
    "job-1",
    "bot-1",
    "waiting",
    "position",
    "next",
    "score",
    "quotas",
    "match_stats",
    "draw_stats",
    "pause",
    "cohort_metrics",
    "usage",
    "eviction",
    "check",
    "livez",
    "openapi.json",
    "..",
    ".",
    "",
    "~0",
    "%00",
    "%zz",
    "%2f",
    "%ff%fe",
    "a%20b",
    "{lane}",
    "*",
    "%F0%9F%98%80",
    "\u00fc",
    "'",
    "<img>"
  };
  private static final String[] NAMES = {
    "at",
    "from",
    "to",
    "limit",
    "after",
    "before",
    "kind",
    "last",
    "since",
    "job",
    "bot",
    "n",
    "cohort",
    "operation",
    "instance",
    "updated",
    "u",
    "x",
    "",
    "%zz",
    "arg",
    "next",
    "within",
    "policy",
    "add",
    "remove",
    "priority"
  };
  private static final String[] VALUES = {
    "0",
    "1",
    "-1",
    "20",
    "999999999999999999999",
    "1e9",
    "null",
    "true",
    "{}",
    "[1]",
    "{\"a\":",
    "job-1",
    "bot-1",
    "now",
    "PT1S",
    "P999999999D",
    "PT-1S",
    "2026-01-31T12:00:00Z",
    "+999999999-12-31T23:59:59Z",
    "",
    "%",
    "%00",
    "%ff",
    "a%26b",
    "x".repeat(2_000),
    "bot",
    "bots:2",
    "bots:1=like:bot-1",
    "workers:1",
    "job-1=7",
    "%7B%22dispatch%22:%22ON_EVENT%22%7D",
    "%7B%22quotas%22:null%7D",
    "%7B%22preemptionDelayMs%22:1e99%7D",
    "%7B%22cohorts%22:[[]]%7D",
    "NaN"
  };

  @Test
  void noQuestionIsTheServersFault() throws Exception {
    SplittableRandom random = new SplittableRandom(11);
    TreeMap<Integer, Integer> statuses = new TreeMap<>();
    try (Site site = Site.open()) {
      for (int i = 0; i < REQUESTS; i++) {
        String path = path(random);
        String said = Raw.get(site.url(), path);
        assertThat(said).as(path).startsWith("HTTP/1.1 ");
        int status = Integer.parseInt(said.substring(9, 12));
        statuses.merge(status, 1, Integer::sum);
        assertThat(status).as("%s: %s", path, said).isLessThan(500);
      }
    }
    assertThat(statuses.keySet()).contains(200, 400, 404);
    assertThat(statuses.get(200)).isGreaterThan(REQUESTS / 10);
  }

  private static String path(SplittableRandom random) {
    StringBuilder path = new StringBuilder(one(random, PATHS));
    for (int words = random.nextInt(2) * random.nextInt(1, 3); words > 0; words--) {
      path.append('/').append(one(random, WORDS));
    }
    int parameters = Math.max(0, random.nextInt(5) - 1);
    for (int i = 0; i < parameters; i++) {
      path.append(i == 0 ? '?' : '&').append(one(random, NAMES));
      if (random.nextInt(8) > 0) {
        path.append('=').append(one(random, VALUES));
      }
    }
    return path.length() == 0 || path.charAt(0) == '?' ? "/" + path : path.toString();
  }

  private static String one(SplittableRandom random, String... some) {
    return some[random.nextInt(some.length)];
  }
}
