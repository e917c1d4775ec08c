package dev.rota.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.readers.notary.NotaryTerms;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.TopicRole;
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

class FailureTranslatorTest {
  static Stream<Arguments> meanings() {
    return Stream.of(
        Arguments.of(new TimeoutException("no"), ExitCode.UNAVAILABLE),
        Arguments.of(new ExecutionException(new TimeoutException("no")), ExitCode.UNAVAILABLE),
        Arguments.of(new UnknownTopicOrPartitionException("no"), ExitCode.NOT_FOUND),
        Arguments.of(new TopicAuthorizationException("no"), ExitCode.NOT_AUTHORISED),
        Arguments.of(new SaslAuthenticationException("no"), ExitCode.NOT_AUTHORISED),
        Arguments.of(new SslAuthenticationException("no"), ExitCode.NOT_AUTHORISED),
        Arguments.of(new UnsupportedVersionException("no"), ExitCode.UNAVAILABLE),
        Arguments.of(new NotControllerException("no"), ExitCode.AGAIN),
        Arguments.of(new ConfigException("no"), ExitCode.CONFIGURATION),
        Arguments.of(new KafkaException("no", new ConfigException("x")), ExitCode.CONFIGURATION),
        // Kafka makes it an error of the configuration, which it is not.
        Arguments.of(
            new KafkaException("no", new TopicAuthorizationException("x")),
            ExitCode.NOT_AUTHORISED),
        Arguments.of(new KafkaException("no", new TimeoutException("x")), ExitCode.UNAVAILABLE),
        Arguments.of(new KafkaException("no", new NullPointerException("x")), ExitCode.BUG),
        Arguments.of(
            new KafkaException("no", new KafkaException(new ConfigException("x"))),
            ExitCode.CONFIGURATION),
        Arguments.of(
            new KafkaException("no", new KafkaException(new LoginException("x"))),
            ExitCode.CONFIGURATION),
        Arguments.of(
            noToken("java.net.SocketTimeoutException: Read timed out"), ExitCode.UNAVAILABLE),
        Arguments.of(noToken("java.net.UnknownHostException: idp"), ExitCode.UNAVAILABLE),
        Arguments.of(
            noToken("java.io.IOException: The unexpected response code 503 and"),
            ExitCode.UNAVAILABLE),
        Arguments.of(
            noToken("java.io.IOException: The response code 401 and"), ExitCode.NOT_AUTHORISED),
        Arguments.of(
            new KafkaException(
                "no", new IllegalArgumentException("Could not find a 'KafkaClient' entry in JAAS")),
            ExitCode.CONFIGURATION),
        Arguments.of(new UnsupportedSaslMechanismException("no"), ExitCode.NOT_AUTHORISED),
        Arguments.of(
            new UngrantedRights(
                TopicRole.ENGINE,
                List.of(AccessRight.toRead("claims")),
                Map.of("bootstrap.servers", "h:1"),
                null),
            ExitCode.NOT_AUTHORISED),
        Arguments.of(new UnfitCluster("no"), ExitCode.CONFIGURATION),
        Arguments.of(
            new UnfitCluster("no", new UnknownRules("cores", "polkadot", 3, 2)),
            ExitCode.CONFIGURATION),
        Arguments.of(
            new NotaryTerms.Unfit(NotaryTerms.Unfit.Reason.DIRECTORY_IN_USE, "no"), ExitCode.AGAIN),
        Arguments.of(
            new NotaryTerms.Unfit(NotaryTerms.Unfit.Reason.ANOTHER_KEY, "no"),
            ExitCode.CONFIGURATION),
        Arguments.of(
            new NotaryTerms.Unfit(NotaryTerms.Unfit.Reason.POLICY, "no"), ExitCode.CONFIGURATION),
        Arguments.of(new IOException("no"), ExitCode.IO),
        Arguments.of(new UncheckedIOException(new IOException("no")), ExitCode.IO),
        Arguments.of(new InterruptException("no"), ExitCode.INTERRUPTED),
        Arguments.of(new PipeClosed(new IOException("no")), ExitCode.PIPE_CLOSED),
        Arguments.of(new IllegalStateException("no"), ExitCode.BUG));
  }

  /** As Java's login makes the text of a trace. */
  private static KafkaException noToken(String root) {
    String trace = "org.apache.kafka.common.KafkaException: no\n\tat a.B.c(B.java:1)\nCaused by: ";
    return new KafkaException("no", new LoginException(trace + root));
  }

  @ParameterizedTest
  @MethodSource("meanings")
  void everyExceptionHasItsExitCode(Exception e, ExitCode exit) {
    assertThat(FailureTranslator.of(e).exit()).isEqualTo(exit);
  }
}
