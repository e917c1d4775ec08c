package dev.rota.end;

import dev.rota.app.Ran;
import dev.rota.lab.embedded.SecuredCluster;
import dev.rota.road.topics.rights.AccessRight;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;

/** Takes a right away from a user, lets it try, and grants the right again. */
record TakenRights(SecuredCluster cluster, SoftAssertions all) {
  /** The command ends, and says who lacks what, and how it is granted. */
  void isMissed(String user, AccessRight right, String in, String... words) throws Exception {
    Ran ran = without(user, right, in, words);
    String what = user + " without " + right + ": " + String.join(" ", words);
    String resource = right.toString().replaceFirst("^\\w+ ", "");
    all.assertThat(ran.code()).as(what + ran.out() + ran.err()).isEqualTo(77);
    all.assertThat(ran.err())
        .as(what)
        .contains(
            cluster.principal(user) + " lacks ",
            right.operationName(),
            resource,
            right.grant(cluster.bootstrap(), cluster.principal(user)));
    all.assertThat(ran.err()).as("of other domains").doesNotContainPattern("cores-|chunks-");
  }

  /** The command does what it can. Returns what it says. */
  String isSpared(String user, AccessRight right, String in, String... words) throws Exception {
    Ran ran = without(user, right, in, words);
    all.assertThat(ran.code())
        .as(user + " without " + right + ": " + String.join(" ", words) + ran.err())
        .isIn(0, 5); // 5: from a kept checkpoint
    return ran.out() + ran.err();
  }

  private Ran without(String user, AccessRight right, String in, String... words) throws Exception {
    cluster.revoke(user, right);
    try {
      String[] config = {"--config", cluster.config(user).toString()};
      return Ran.rota(
          Map.of("ROTA_HOME", cluster.config(user).resolveSibling("home").toString()),
          in,
          Stream.concat(Arrays.stream(words), Arrays.stream(config)).toArray(String[]::new));
    } finally {
      cluster.grant(user, List.of(right));
    }
  }
}
