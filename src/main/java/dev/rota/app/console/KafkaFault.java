package dev.rota.app.console;

import dev.rota.base.text.CauseChain;
import dev.rota.road.stream.TooManyFailures;
import dev.rota.road.stream.UnwritableState;
import dev.rota.road.stream.damage.DamagedStore;
import dev.rota.road.topics.UnfitCluster;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Explains what Kafka, or a stream on it, could not do. */
final class KafkaFault {
  private KafkaFault() {}

  static CommandFailure of(KafkaException e) {
    Optional<CommandFailure> client = ClientFault.of(e);
    if (client.isPresent()) {
      return client.get();
    }
    if (e.getCause() instanceof UnfitCluster unfit) {
      return FailureTranslator.of(unfit);
    }
    if (e instanceof DamagedStore) {
      return CommandFailure.of(
          ExitCode.BUG,
          "a state store is damaged again",
          e,
          "no data is lost: the changelogs are complete");
    }
    if (e instanceof TooManyFailures) {
      Optional<CommandFailure> refused = refused(e);
      if (refused.isPresent()) {
        return refused.get();
      }
      return CommandFailure.of(
          ExitCode.BUG,
          "stream threads fail repeatedly",
          e,
          "the log has each failure; fix its cause, then restart; committed data is safe");
    }
    if (e instanceof UnwritableState) {
      return CommandFailure.of(
          ExitCode.IO,
          "local I/O",
          e,
          "free space, or choose another --state-dir (of 'rota dev': --data-dir), then restart;"
              + " committed data is safe");
    }
    if (e.getClass() == KafkaException.class && e.getCause() instanceof KafkaException cause) {
      return of(cause); // the outer exception only names the operation
    }
    return cluster(e);
  }

  /** What the cluster refuses is no bug. */
  private static Optional<CommandFailure> refused(KafkaException e) {
    return CauseChain.first(e, AuthenticationException.class)
        .<KafkaException>map(one -> one)
        .or(() -> CauseChain.first(e, AuthorizationException.class))
        .map(KafkaFault::cluster)
        .or(() -> ClientFault.login(e));
  }

  private static CommandFailure authentication(KafkaException e) {
    String fix = "check user and password in sasl.jaas.config, and sasl.mechanism";
    if (e instanceof UnsupportedSaslMechanismException) {
      fix = "set sasl.mechanism to one that this broker enables";
    } else if (String.valueOf(e.getMessage()).contains("invalid_token")) {
      fix =
          "the broker does not accept the token: compare its claims with the broker's"
              + " sasl.oauthbearer.expected.audience and sasl.oauthbearer.expected.issuer, and its"
              + " key with sasl.oauthbearer.jwks.endpoint.url; if it was accepted before, see"
              + " whether sasl.oauthbearer.token.endpoint.url still answers";
    }
    return CommandFailure.of(ExitCode.NOT_AUTHORISED, "Kafka authentication", e, fix);
  }

  private static CommandFailure cluster(KafkaException e) {
    if (e instanceof SslAuthenticationException tls) {
      return TlsFault.of(tls);
    }
    if (e instanceof AuthenticationException) {
      return authentication(e);
    }
    if (e instanceof AuthorizationException) {
      return CommandFailure.of(
          ExitCode.NOT_AUTHORISED,
          "Kafka authorisation",
          e,
          "'rota topics acls' prints the required grants");
    }
    if (e instanceof UnknownTopicOrPartitionException) {
      return CommandFailure.of(
          ExitCode.NOT_FOUND,
          "no such topic",
          e,
          "'rota topics create' creates the domains' topics");
    }
    if (e instanceof UnsupportedVersionException) {
      return CommandFailure.of(
          ExitCode.UNAVAILABLE,
          "what answers is no broker that Rota can use",
          e,
          "pass the address that a broker has for clients, not a controller's; upgrade an old"
              + " broker");
    }
    if (e instanceof TimeoutException || e instanceof DisconnectException) {
      return CommandFailure.of(
          ExitCode.UNAVAILABLE,
          "Kafka does not answer",
          e,
          "check that it runs; set security.protocol if the port uses TLS or SASL");
    }
    return e instanceof RetriableException
        ? CommandFailure.of(ExitCode.AGAIN, "Kafka is not ready", e, "try again in a moment")
        : CommandFailure.bug(e);
  }
}
