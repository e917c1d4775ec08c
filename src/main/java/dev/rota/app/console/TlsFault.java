package dev.rota.app.console;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import org.apache.kafka.common.errors.SslAuthenticationException;

/** Explains why a TLS handshake failed. */
final class TlsFault {
  private static final String WHAT = "the TLS handshake with Kafka";

  private TlsFault() {}

  static CommandFailure of(SslAuthenticationException e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = String.valueOf(root.getMessage());
    if (root instanceof CertificateExpiredException) {
      return failure(
          e,
          "the broker's certificate has expired (" + message + ")",
          "renew it; if it should still be valid, check this machine's clock");
    }
    if (root instanceof CertificateNotYetValidException) {
      return failure(
          e,
          "the broker's certificate is not valid yet (" + message + ")",
          "check this machine's clock and the certificate's dates");
    }
    if (root instanceof CertPathBuilderException) {
      return failure(
          e,
          "the broker's certificate is signed by an untrusted authority (" + message + ")",
          "set ssl.truststore.location to a file that contains this authority");
    }
    if (message.toLowerCase(Locale.ROOT).contains("subject alternative")) {
      return failure(
          e,
          "the broker's certificate is for another host (" + message + ")",
          "use a host name from the certificate in bootstrap.servers, or reissue the certificate");
    }
    return failure(e, message);
  }

  private static CommandFailure failure(SslAuthenticationException e, String message) {
    boolean ours =
        message.matches(
            "(\\(\\w+\\) )?Received fatal alert: ((bad_|unsupported_)?certificate.*|unknown_ca)");
    return ours
        ? failure(
            e,
            "the broker does not take this client's certificate (" + message + ")",
            "check that ssl.keystore.location is set, that its certificate has not expired, and"
                + " that the broker trusts it")
        : failure(
            e,
            message,
            "check that the port uses TLS, and the certificate's names, dates and authority");
  }

  private static CommandFailure failure(SslAuthenticationException e, String why, String fix) {
    return new CommandFailure(
        ExitCode.NOT_AUTHORISED, WHAT, why + " (" + e.getClass().getSimpleName() + ")", fix, e);
  }
}
