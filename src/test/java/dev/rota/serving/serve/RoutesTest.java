package dev.rota.serving.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each route, asked well, badly, and by one who has the answer already. */
final class RoutesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static Site site;

  @BeforeAll
  static void open() throws IOException {
    site = Site.open();
  }

  @AfterAll
  static void close() {
    site.close();
  }

  /** One of the grid's bots. */
  private static String bot() throws Exception {
    return site.json("/v1/bots/lanes/builds/state").at("/state/bots").fieldNames().next();
  }

  /** A path with a bot and a job in it. */
  private static String named(String path) throws Exception {
    return path.replace("BOT", bot()).replace("JOB", job());
  }

  private static String job() throws Exception {
    return site.json("/v1/bots/lanes/builds/state").at("/state/jobs").fieldNames().next();
  }

  @ParameterizedTest
  @CsvSource({
    "/livez, /alive",
    "/readyz, /ready",
    "/status, /domains/0/partitions/0/caughtUp",
    "/v1/domains, /domains/0/proved",
    "/openapi.json, /paths",
    "/v1/bots/lanes, /lanes/0/figures/waiting",
    "/v1/bots/queries, /queries/waiting",
    "/v1/bots/find?text=BOT, /found/0/exact",
    "/v1/bots/find?text=uild, /found/0/lane",
    "/v1/bots/find?text=job&lane=builds&limit=1, /found",
    "/v1/bots/lanes/builds/queries/waiting, /answer",
    "/v1/bots/lanes/builds/queries/waiting?limit=3, /answer",
    "/v1/bots/lanes/builds/state, /state/jobs",
    "/v1/bots/lanes/builds/state?at=20, /state/jobs",
    "/v1/bots/lanes/builds/state?at=PT1S, /state/jobs",
    "/v1/bots/lanes/builds/diff?from=20&to=40, /changes/0/path",
    "/v1/bots/lanes/builds/why/BOT?last=2, /things/0/history",
    "/v1/bots/lanes/builds/why/BOT?after=20&last=2, /things/0/history",
    "/v1/bots/lanes/builds/turns?limit=2, /turns/1/turn",
    "/v1/bots/lanes/builds/turns?after=20&before=60&idle=no&limit=2, /turns/1/turn",
    "/v1/bots/lanes/builds/turns?kind=INPUT&reason=any&decided=yes&text=job, /saidFrom",
    "/v1/bots/lanes/builds/turns/7, /input/record/grid",
    "/v1/bots/lanes/builds/turns/7?changes=no, /outputs/0/record",
    "/v1/bots/lanes/builds/stretches, /lines/0",
    "/v1/bots/lanes/builds/stretches?from=32&to=63&size=16, /outputs/1",
    "/v1/bots/trend, /waiting/359",
    "/v1/bots/trend?points=60&from=PT30M&to=PT10M, /refused/39",
    "/v1/bots/lanes/builds/trend, /capacity/359",
    "/v1/bots/lanes/builds/trend?from=-200000000-01-01T00:00Z, /capacity/180",
    "/v1/bots/lanes/builds/trend?points=720&from=2026-01-31, /units/waiting",
    "/v1/bots/lanes/builds/assignments, /bars/begin/0",
    "/v1/bots/lanes/builds/assignments?from=0&to=2100-01-01&pixels=100&first=0&rows=2, /things/0",
    "/v1/bots/lanes/builds/assignments?from=PT5M&resource=BOT, /rows",
    "/v1/bots/lanes/builds/forecast/JOB, /things/0/outcome",
    "/v1/bots/lanes/builds/forecast/JOB?kind=job&within=PT5M&at=119&since=20, /things/0/outcome",
    "/v1/bots/lanes/builds/forecast?next=3, /next",
    "/v1/bots/lanes/builds/whatif, /figures/0/happened",
    "/v1/bots/lanes/builds/whatif?add=bots:2&remove=bot:BOT&priority=JOB=1, /model/0",
    "/v1/bots/lanes/builds/whatif?policy=%7B%22dispatch%22:%22ON_EVENT%22%7D, /figures/0/whatIf",
    "/v1/bots/lanes/builds/whatif?since=PT1H, /since",
    "/v1/bots/lanes/builds/whatif, /figures/0/verdict",
    "/v1/bots/lanes/builds/whatif/fields, /policy/0/present"
  })
  void aGoodQuestionIsAnswered(String path, String field) throws Exception {
    HttpResponse<String> answer = site.get(named(path));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(JSON.readTree(answer.body()).at(field).isMissingNode()).as(answer.body()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/livez?x=1|400|there is no parameter 'x'",
        "/status?x=1|400|leave it out",
        "/metrics?x=1|400|there is no parameter 'x'",
        "/v1/nope|404|There is nothing at",
        "/v1/bot/lanes|404|did you mean 'bots'?",
        "/v1/cores/queries|404|no domain 'cores' is followed here",
        "/v1/bots/find|400|text is missing",
        "/v1/bots/find?text=%20|400|text is missing",
        "/v1/bots/find?text=x&lane=nobody|404|no turn of a lane 'nobody'",
        "/v1/bots/find?text=x&limit=101|400|from 1 to 100",
        "/v1/bots/lanes?limit=0|400|from 1 to 1000",
        "/v1/bots/lanes?limt=2|400|did you mean 'limit'?",
        "/v1/bots/lanes/builds/queries/waitin|404|did you mean 'waiting'?",
        "/v1/bots/lanes/builds/queries/waiting?jb=1|400|did you mean 'job'?",
        "/v1/bots/lanes/builds/queries/waiting?limit=x|400|not a whole number",
        "/v1/bots/lanes/nobody/queries/waiting|404|no turn of a lane 'nobody'",
        "/v1/bots/lanes/builds/state?at=yesterday|400|it is neither a turn nor a time",
        "/v1/bots/lanes/builds/state?at=999999|404|has only 120 turns",
        "/v1/bots/lanes/builds/state?at=1900-01-01T00:00:00Z|404|no turn up to that time",
        "/v1/bots/lanes/builds/diff|400|from is missing",
        "/v1/bots/lanes/builds/diff?from=1&to=-3|400|it is neither a turn nor a time",
        "/v1/bots/lanes/builds/why/nothing|404|has no 'nothing'",
        "/v1/bots/lanes/builds/why/nothing?after=20|404|has no 'nothing'",
        "/v1/bots/lanes/builds/why/bot-1?after=soon|400|after",
        "/v1/bots/lanes/builds/why/bot-|404|the nearest are: bot bot-",
        "/v1/bots/lanes/builds/forecast/bot-|404|one of these is meant: job",
        "/v1/bots/lanes/builds/forecast/job-|404|the nearest are: job ",
        "/v1/bots/lanes/builds/why/bot-1?kind=bt|400|did you mean 'bot'?",
        "/v1/bots/lanes/builds/why/bot-1?last=0|400|from 1 to 10000",
        "/v1/bots/lanes/builds/turns?before=-1|400|whole number",
        "/v1/bots/lanes/builds/turns?idle=maybe|400|pass yes or no",
        "/v1/bots/lanes/builds/turns?kind=input|400|pass one of INPUT",
        "/v1/bots/lanes/builds/turns/0|400|from 1",
        "/v1/bots/lanes/builds/turns/x|400|whole number",
        "/v1/bots/lanes/builds/turns/999999|404|has only 120 turns",
        "/v1/bots/lanes/nobody/turns/1|404|no turn of a lane 'nobody'",
        "/v1/bots/lanes/builds/stretches?size=0|400|whole number from 1",
        "/v1/bots/lanes/builds/stretches?from=9&to=8|400|pass a later turn",
        "/v1/bots/trend?points=9|400|from 10 to 720",
        "/v1/bots/trend?points=721|400|from 10 to 720",
        "/v1/bots/trend?from=yesterday|400|it is no time",
        "/v1/bots/trend?to=-1|400|it is no time",
        "/v1/bots/trend?from=PT1M&to=PT2M|400|pass a later time",
        "/v1/bots/trend?turn=1|400|it takes points, from, to",
        "/v1/cores/trend|404|no domain 'cores' is followed here",
        "/v1/bots/lanes/nobody/trend|404|no turn of a lane 'nobody'",
        "/v1/bots/lanes/builds/trend?points=x|400|from 10 to 720",
        "/v1/bots/lanes/nobody/stretches|404|no turn of a lane 'nobody'",
        "/v1/bots/lanes/nobody/assignments|404|no turn of a lane 'nobody'",
        "/v1/bots/lanes/builds/assignments?from=then|400|it is no time",
        "/v1/bots/lanes/builds/assignments?to=2026-13-01|400|it is no time",
        "/v1/bots/lanes/builds/assignments?from=9&to=8|400|pass an earlier from",
        "/v1/bots/lanes/builds/assignments?pixels=99|400|from 100 to 4000",
        "/v1/bots/lanes/builds/assignments?rows=201|400|from 1 to 200",
        "/v1/bots/lanes/builds/assignments?first=-1|400|from 0 to",
        "/v1/bots/lanes/builds/assignments?resorce=b|400|did you mean 'resource'?",
        "/v1/bots/lanes/nobody/events|404|no turn of a lane 'nobody'",
        "/v1/bots/lanes/builds/forecast|400|next is missing",
        "/v1/bots/lanes/builds/forecast?next=0|400|from 1 to 1000",
        "/v1/bots/lanes/builds/forecast?next=1&kind=bt|400|no kind 'bt'",
        "/v1/bots/lanes/builds/forecast/nothing|404|has no 'nothing' at turn 120",
        "/v1/bots/lanes/builds/forecast/nothing?within=-PT1S|400|pass a duration",
        "/v1/bots/lanes/builds/forecast/nothing?within=soon|400|pass a duration",
        "/v1/bots/lanes/builds/whatif?add=bots|400|not of the form KIND:NAME",
        "/v1/bots/lanes/builds/whatif?add=core:1|400|there are no core to add",
        "/v1/bots/lanes/builds/whatif?add=bots:1001|400|at most 1000",
        "/v1/bots/lanes/builds/whatif?remove=bot:nobody|400|has no bot 'nobody'",
        "/v1/bots/lanes/builds/whatif?priority=j|400|JOB=PRIORITY",
        "/v1/bots/lanes/builds/whatif?policy=%5B%5D|400|no JSON object",
        "/v1/bots/lanes/builds/whatif?policy=%7B|400|policy: not JSON",
        "/v1/bots/lanes/builds/whatif?policy=%7B%22a%22:%22%5Cud800%22%7D|400|surrogate pair",
        "/v1/bots/lanes/builds/whatif?policy=%7B%22dispach%22:1%7D|400|did you mean 'dispatch'?",
        "/v1/bots/lanes/builds/whatif?policy=%7B%22preemptionDelayMs%22:-1%7D|422|preemptionDelayMs",
        "/v1/bots/lanes/builds/whatif?since=then|400|it is no time",
        "/v1/bots/lanes/builds/status.json|404|no query 'status.json'",
        "/v1/bots/lanes/builds/metrics.txt?x=1|400|leave it out",
        "/v1/bots/lanes/nobody/whatif/fields|404|no turn of a lane 'nobody'",
        "/page/nothing.js|404|the page has no such file",
        "/page/%2e%2e/logback.xml|404|"
      })
  void aBadQuestionIsToldWhatIsWrongAndWhatToDo(String path, int status, String part)
      throws Exception {
    String said = Raw.get(site.url(), path);
    assertThat(said).startsWith("HTTP/1.1 " + status).contains("application/problem+json");
    JsonNode problem = JSON.readTree(said.substring(said.indexOf("\r\n\r\n")));
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    assertThat(problem.get("hint").asText()).isNotBlank();
    if (part != null) {
      assertThat(problem.toString()).contains(part);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/bots/lanes/builds/queries/waiting, 120",
    "/v1/bots/lanes/builds/state, 120",
    "/v1/bots/lanes/builds/state?at=20, 20",
    "/v1/bots/lanes/builds/diff?from=20&to=40, 20-40",
    "/v1/bots/lanes/builds/why/BOT, 120",
    "/v1/bots/lanes/builds/turns, 120",
    "/v1/bots/lanes/builds/stretches, 120",
    "/v1/bots/lanes/builds/assignments?rows=3, 120",
    "/v1/bots/lanes/builds/turns/7, 7",
    "/v1/bots/lanes/builds/forecast/JOB, 120",
    "/v1/bots/lanes/builds/forecast?next=2, 120",
    "/v1/bots/lanes/builds/whatif?add=bots:1, 120",
    "/v1/bots/lanes/builds/whatif/fields, 120"
  })
  void whoHasTheAnswerIsNotSentItAgain(String template, String tag) throws Exception {
    String path = named(template);
    String quoted = '"' + tag + "-" + site.live().id() + '"';
    assertThat(site.get(path).headers().firstValue("ETag")).hasValue(quoted);
    for (String have : new String[] {quoted, "W/" + quoted, "\"7\", " + quoted}) {
      HttpResponse<String> same = site.get(path, "If-None-Match", have);
      assertThat(same.statusCode()).as(have).isEqualTo(304);
      assertThat(same.body()).isEmpty();
    }
    // The second is another follower's: its history may be another one with as many turns.
    for (String have : new String[] {"\"7\"", '"' + tag + "-01234567\""}) {
      HttpResponse<String> stale = site.get(path, "If-None-Match", have);
      assertThat(stale.statusCode()).as(have).isEqualTo(200);
      assertThat(stale.body()).isEqualTo(site.get(path).body());
    }
  }

  @Test
  void everythingIsReadWithGetOrItsHeadAlone() throws Exception {
    for (String path : new String[] {"/v1/domains", "/v1/bots/lanes/builds/state", "/"}) {
      HttpResponse<String> whole = site.get(path);
      HttpResponse<String> head = site.send("HEAD", path);
      assertThat(head.statusCode()).isEqualTo(200);
      assertThat(head.body()).isEmpty();
      assertThat(head.headers().firstValue("Content-Type"))
          .isEqualTo(whole.headers().firstValue("Content-Type"));
      assertThat(head.headers().firstValue("ETag")).isEqualTo(whole.headers().firstValue("ETag"));
    }
    HttpResponse<String> events = site.send("HEAD", "/v1/bots/lanes/builds/events");
    assertThat(events.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    for (String method : new String[] {"POST", "PUT", "DELETE", "PATCH", "OPTIONS"}) {
      HttpResponse<String> refused = site.send(method, "/v1/domains");
      assertThat(refused.statusCode()).as(method).isEqualTo(405);
      assertThat(refused.headers().firstValue("Allow")).hasValue("GET, HEAD");
    }
  }

  @Test
  void aRepeatedParameterCountsEachTime() throws Exception {
    String bots = "/v1/bots/lanes/builds/whatif?add=bot:n-1&add=bot:n-2=like:" + bot();
    assertThat(site.json(bots).get("changed").asText())
        .isEqualTo("--add bot:n-1, --add bot:n-2=like:" + bot());
  }

  @Test
  void lanesAndTurnsComeInPages() throws Exception {
    JsonNode lanes = site.json("/v1/bots/lanes?limit=1");
    assertThat(lanes.at("/lanes/0/lane").asText()).isEqualTo("builds");
    assertThat(lanes.get("next").isNull()).isTrue();
    assertThat(lanes.has("found")).isFalse();
    assertThat(site.json("/v1/bots/lanes?after=builds").get("lanes")).isEmpty();
    assertThat(site.json("/v1/bots/lanes?from=0").get("found").asInt()).isEqualTo(1);
    assertThat(site.json("/v1/bots/lanes?from=1").get("lanes")).isEmpty();
    assertThat(site.json("/v1/bots/lanes?find=UILD").at("/lanes/0/lane").asText())
        .isEqualTo("builds");
    assertThat(site.json("/v1/bots/lanes?find=x").get("found").asInt()).isZero();

    long next = Long.MAX_VALUE;
    int turns = 0;
    while (next > 0) {
      String before = next == Long.MAX_VALUE ? "" : "&before=" + next;
      JsonNode page = site.json("/v1/bots/lanes/builds/turns?limit=50" + before);
      for (JsonNode turn : page.get("turns")) {
        assertThat(turn.get("turn").asLong()).isEqualTo(Site.EVENTS - turns);
        turns++;
      }
      next = page.get("next").asLong();
    }
    assertThat(turns).isEqualTo(Site.EVENTS);
  }

  @Test
  void allResponsesAreStrictAndThePageIsServed() throws Exception {
    for (String path : new String[] {"/", "/page/index.html", "/v1/domains", "/nothing"}) {
      var headers = site.get(path).headers();
      assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
          .startsWith("default-src 'self'");
      assertThat(headers.firstValue("X-Content-Type-Options")).hasValue("nosniff");
    }
    HttpResponse<String> page = site.get("/");
    assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
    assertThat(site.get("/page/index.html").body()).isEqualTo(page.body());
    String tag = page.headers().firstValue("ETag").orElseThrow();
    assertThat(site.get("/", "If-None-Match", tag).statusCode()).isEqualTo(304);
  }

  @Test
  void aForeignNameForThisMachineIsRefused() throws Exception {
    assertThat(Raw.get(site.url(), "evil.example", "/v1/domains")).startsWith("HTTP/1.1 421");
    assertThat(Raw.get(site.url(), "localhost:1", "/v1/domains")).startsWith("HTTP/1.1 200");
    assertThat(Raw.get(site.url(), "[::1]:80", "/v1/domains")).startsWith("HTTP/1.1 200");
  }

  @Test
  void theDocumentHasEachRouteWithItsParameters() throws Exception {
    JsonNode paths = site.json("/openapi.json").get("paths");
    TreeSet<String> named = new TreeSet<>();
    paths.fieldNames().forEachRemaining(named::add);
    assertThat(named)
        .containsExactlyInAnyOrder(
            "/livez",
            "/readyz",
            "/status",
            "/metrics",
            "/openapi.json",
            "/v1/capsules",
            "/v1/domains",
            "/v1/{domain}/lanes",
            "/v1/{domain}/queries",
            "/v1/{domain}/trend",
            "/v1/{domain}/find",
            "/v1/{domain}/lanes/{lane}/queries/{name}",
            "/v1/{domain}/lanes/{lane}/state",
            "/v1/{domain}/lanes/{lane}/diff",
            "/v1/{domain}/lanes/{lane}/why/{id}",
            "/v1/{domain}/lanes/{lane}/forecast/{id}",
            "/v1/{domain}/lanes/{lane}/forecast",
            "/v1/{domain}/lanes/{lane}/whatif",
            "/v1/{domain}/lanes/{lane}/whatif/fields",
            "/v1/{domain}/lanes/{lane}/status.json",
            "/v1/{domain}/lanes/{lane}/metrics.txt",
            "/v1/{domain}/lanes/{lane}/turns",
            "/v1/{domain}/lanes/{lane}/turns/{turn}",
            "/v1/{domain}/lanes/{lane}/stretches",
            "/v1/{domain}/lanes/{lane}/assignments",
            "/v1/{domain}/lanes/{lane}/events",
            "/v1/{domain}/lanes/{lane}/trend");
    paths.forEach(
        path ->
            assertThat(
                    path.at("/get/responses/200/description").asText()
                        + path.at("/post/responses/201/description").asText())
                .isNotBlank());
    for (String path : named) {
      assertThat(
              StreamSupport.stream(paths.get(path).at("/get/parameters").spliterator(), false)
                  .filter(one -> one.get("in").asText().equals("path"))
                  .map(one -> "{" + one.get("name").asText() + "}"))
          .containsExactlyElementsOf(
              java.util.regex.Pattern.compile("\\{\\w+}")
                  .matcher(path)
                  .results()
                  .map(java.util.regex.MatchResult::group)
                  .toList());
    }
  }
}
