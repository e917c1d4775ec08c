package dev.rota.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.readers.notary.Terms;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.road.topics.rights.Right;
import dev.rota.road.topics.rights.Role;
import dev.rota.road.topics.rights.UngrantedRights;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import javax.security.auth.login.LoginException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.NotControllerException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailuresTest {
  static Stream<Arguments> meanings() {
    return Stream.of(
        Arguments.of(new TimeoutException("no"), Exit.UNAVAILABLE),
        Arguments.of(new ExecutionException(new TimeoutException("no")), Exit.UNAVAILABLE),
        Arguments.of(new UnknownTopicOrPartitionException("no"), Exit.NOT_FOUND),
        Arguments.of(new TopicAuthorizationException("no"), Exit.NOT_AUTHORISED),
        Arguments.of(new SaslAuthenticationException("no"), Exit.NOT_AUTHORISED),
        Arguments.of(new SslAuthenticationException("no"), Exit.NOT_AUTHORISED),
        Arguments.of(new UnsupportedVersionException("no"), Exit.UNAVAILABLE),
        Arguments.of(new NotControllerException("no"), Exit.AGAIN),
        Arguments.of(new ConfigException("no"), Exit.CONFIGURATION),
        Arguments.of(new KafkaException("no", new ConfigException("x")), Exit.CONFIGURATION),
        Arguments.of(new KafkaException("no", new TimeoutException("x")), Exit.UNAVAILABLE),
        Arguments.of(new KafkaException("no", new NullPointerException("x")), Exit.BUG),
        Arguments.of(
            new KafkaException("no", new KafkaException(new ConfigException("x"))),
            Exit.CONFIGURATION),
        Arguments.of(
            new KafkaException("no", new KafkaException(new LoginException("x"))),
            Exit.CONFIGURATION),
        Arguments.of(
            new KafkaException(
                "no", new IllegalArgumentException("Could not find a 'KafkaClient' entry in JAAS")),
            Exit.CONFIGURATION),
        Arguments.of(new UnsupportedSaslMechanismException("no"), Exit.NOT_AUTHORISED),
        Arguments.of(
            new UngrantedRights(
                Role.ENGINE,
                List.of(Right.toRead("claims")),
                Map.of("bootstrap.servers", "h:1"),
                null),
            Exit.NOT_AUTHORISED),
        Arguments.of(new UnfitCluster("no"), Exit.CONFIGURATION),
        Arguments.of(
            new UnfitCluster("no", new UnknownRules("cores", "polkadot", 3, 2)),
            Exit.CONFIGURATION),
        Arguments.of(new Terms.Unfit(Terms.Unfit.Reason.DIRECTORY_IN_USE, "no"), Exit.AGAIN),
        Arguments.of(new Terms.Unfit(Terms.Unfit.Reason.ANOTHER_KEY, "no"), Exit.CONFIGURATION),
        Arguments.of(new Terms.Unfit(Terms.Unfit.Reason.POLICY, "no"), Exit.CONFIGURATION),
        Arguments.of(new IOException("no"), Exit.IO),
        Arguments.of(new UncheckedIOException(new IOException("no")), Exit.IO),
        Arguments.of(new InterruptException("no"), Exit.INTERRUPTED),
        Arguments.of(new PipeClosed(new IOException("no")), Exit.PIPE_CLOSED),
        Arguments.of(new IllegalStateException("no"), Exit.BUG));
  }

  @ParameterizedTest
  @MethodSource("meanings")
  void everyExceptionHasItsExitCode(Exception e, Exit exit) {
    assertThat(Failures.of(e).exit()).isEqualTo(exit);
  }
}
