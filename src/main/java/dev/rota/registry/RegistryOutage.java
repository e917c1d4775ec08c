package dev.rota.registry;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Tells an outage of the registry from a bad record in the exceptions of other serdes. They wrap
 * both in the same class.
 *
 * <p>Confluent's serdes end the message of what a registry answered with its error code.
 */
public final class RegistryOutage {
  private static final Pattern CODE = Pattern.compile("; error code: (\\d+)$");
  private static final String ANSWERED = "RestClientException";
  // Confluent's client says so of a schema that is not Avro.
  private static final String NOT_AVRO = "Invalid schema ";
  private static final int NOT_FOUND = 404;
  private static final int CODES_OF_A_STATUS = 100;

  private RegistryOutage() {}

  /** Returns the outage that made another serde fail; empty if the record is at fault. */
  public static Optional<RegistryUnavailable> in(RuntimeException fault) {
    for (Throwable at = fault; at != null; at = at.getCause()) {
      if (isOutage(at)) {
        return Optional.of(
            new RegistryUnavailable("the schema registry did not serve: " + at, fault));
      }
    }
    return Optional.empty();
  }

  /** Returns why the registry did not serve a task; empty if the task failed of something else. */
  public static Optional<Throwable> behind(Throwable fault) {
    for (Throwable at = fault; at != null; at = at.getCause()) {
      if (at instanceof RegistryUnavailable || at instanceof RegistryRefused) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  private static boolean isOutage(Throwable fault) {
    String message = String.valueOf(fault.getMessage());
    Matcher answered = CODE.matcher(message);
    if (answered.find()) {
      return !isNotFound(answered.group(1));
    }
    return fault instanceof RetriableException
        || fault.getClass().getSimpleName().equals(ANSWERED)
        || fault instanceof IOException io && !isOfTheBytes(io, message);
  }

  /** Of a schema that the registry does not have, such as 40403. */
  private static boolean isNotFound(String code) {
    int number = Integer.parseInt(code);
    return number == NOT_FOUND || number / CODES_OF_A_STATUS == NOT_FOUND;
  }

  /** Avro's decoders report bad bytes as I/O faults. */
  private static boolean isOfTheBytes(IOException fault, String message) {
    return fault.getClass() == EOFException.class
        || fault instanceof CharacterCodingException
        || fault.getClass().getPackageName().startsWith("org.apache.avro")
        || fault.getClass() == IOException.class && message.startsWith(NOT_AVRO);
  }
}
