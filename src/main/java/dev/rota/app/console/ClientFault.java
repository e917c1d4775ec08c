package dev.rota.app.console;

import dev.rota.base.text.CauseChain;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.security.auth.login.LoginException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InvalidConfigurationException;

/** Explains why one of Kafka's clients cannot be made: its settings do not suffice. */
final class ClientFault {
  private static final String WHAT = "the client configuration";

  /** An address or a file that Kafka's handlers may not open before the JVM names it. */
  private static final Pattern GUARDED =
      Pattern.compile(
          "Invalid value (\\S+) for"
              + " .*'(org\\.apache\\.kafka\\.sasl\\.oauthbearer\\.allowed\\.\\w+)'");

  /** The provider's answer, of which it does no good to ask again. */
  private static final Pattern PROVIDER_REFUSES = Pattern.compile("response code 40[013] ");

  /** It may answer later. */
  private static final Pattern PROVIDER_AWAY =
      Pattern.compile(
          "^(Connect|NoRouteToHost|Socket|SocketTimeout|UnknownHost)Exception"
              + "|response code (429|5\\d\\d) ");

  /** What each of Kafka's clients says that cannot be made. */
  private static final Pattern UNMADE =
      Pattern.compile("Failed to (construct [kK]afka \\w+|create new KafkaAdminClient)");

  private ClientFault() {}

  /** Empty if it is about something else. */
  static Optional<CommandFailure> of(KafkaException e) {
    if (e.getClass() != KafkaException.class) {
      return Optional.empty();
    }
    Optional<ConfigException> config = CauseChain.first(e, ConfigException.class);
    if (config.isPresent()) {
      return config.map(ClientFault::setting);
    }
    Optional<IllegalArgumentException> jaas =
        CauseChain.first(e, IllegalArgumentException.class)
            .filter(one -> String.valueOf(one.getMessage()).contains("JAAS"));
    if (jaas.isPresent()) {
      return jaas.map(one -> credentials(one, e));
    }
    return login(e).or(() -> store(e));
  }

  /** Why there is no token; empty if it is about something else. */
  static Optional<CommandFailure> login(KafkaException e) {
    return CauseChain.first(e, LoginException.class).map(one -> login(one, e));
  }

  /** A key or a trust store that cannot be opened: no broker was asked yet. */
  private static Optional<CommandFailure> store(KafkaException e) {
    if (!UNMADE.matcher(String.valueOf(e.getMessage())).matches()) {
      return Optional.empty();
    }
    for (Throwable at = e; at != null; at = at.getCause()) {
      if (at instanceof InvalidConfigurationException
          || at instanceof GeneralSecurityException
          || String.valueOf(at.getMessage()).startsWith("Failed to load SSL")) {
        return Optional.of(
            new CommandFailure(
                ExitCode.CONFIGURATION,
                WHAT,
                at.getMessage() + root(at),
                "check files, types and passwords of ssl.keystore.* and ssl.truststore.*,"
                    + " and ssl.key.password",
                e));
      }
    }
    return Optional.empty();
  }

  private static CommandFailure setting(ConfigException config) {
    Matcher guarded = GUARDED.matcher(String.valueOf(config.getMessage()));
    return guarded.find()
        ? new CommandFailure(
            ExitCode.CONFIGURATION,
            WHAT,
            config.getMessage(),
            "allow it, such as by ROTA_JAVA_OPTS=-D" + guarded.group(2) + "=" + guarded.group(1),
            config)
        : FailureTranslator.of(config);
  }

  private static CommandFailure credentials(IllegalArgumentException jaas, KafkaException e) {
    boolean none = jaas.getMessage().startsWith("Could not find a");
    return new CommandFailure(
        ExitCode.CONFIGURATION,
        WHAT,
        none
            ? "security.protocol uses SASL, but sasl.jaas.config is not set, so there are no"
                + " credentials"
            : "sasl.jaas.config cannot be read: " + jaas.getMessage(),
        "set sasl.mechanism and sasl.jaas.config in a --config file, or"
            + " ROTA_KAFKA_SASL_JAAS_CONFIG_FILE; such as:"
            + " org.apache.kafka.common.security.scram.ScramLoginModule required username=\"USER\""
            + " password=\"SECRET\";",
        e);
  }

  private static CommandFailure login(LoginException login, KafkaException e) {
    String why = why(login);
    String what = "the login of Kafka's client";
    if (PROVIDER_REFUSES.matcher(why).find()) {
      return new CommandFailure(
          ExitCode.NOT_AUTHORISED,
          what,
          "the identity provider gives this client no token: " + why,
          "check sasl.oauthbearer.client.credentials.client.id and"
              + " sasl.oauthbearer.client.credentials.client.secret (in sasl.jaas.config:"
              + " clientId and clientSecret), and the scope",
          e);
    }
    if (PROVIDER_AWAY.matcher(why).find()) {
      return new CommandFailure(
          ExitCode.UNAVAILABLE,
          what,
          "the identity provider does not answer: " + why,
          "check that sasl.oauthbearer.token.endpoint.url is right and answers, then try again",
          e);
    }
    return new CommandFailure(
        ExitCode.CONFIGURATION,
        what,
        why,
        "check sasl.jaas.config and sasl.login.callback.handler.class; with OAUTHBEARER, that"
            + " sasl.oauthbearer.token.endpoint.url answers, and that the JVM's"
            + " -Dorg.apache.kafka.sasl.oauthbearer.allowed.urls (ROTA_JAVA_OPTS) names it",
        e);
  }

  /** Java makes the text of a trace of what a login module throws, and no cause. */
  private static String why(LoginException login) {
    String message = String.valueOf(login.getMessage());
    String root =
        message
            .lines()
            .filter(line -> line.startsWith("Caused by: "))
            .reduce((_, last) -> last)
            .map(line -> line.replaceFirst("Caused by: (\\w+\\.)*", ""))
            .orElse("");
    if (!root.isEmpty()) {
      return root;
    }
    return message.lines().findFirst().orElse("") + root(login);
  }

  private static String root(Throwable fault) {
    Throwable root = fault;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root == fault ? "" : ": " + root;
  }
}
