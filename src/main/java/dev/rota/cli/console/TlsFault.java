package dev.rota.cli.console;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import org.apache.kafka.common.errors.SslAuthenticationException;

/** Why a TLS handshake failed, for whoever has to mend it. */
final class TlsFault {
  private static final String WHAT = "the TLS handshake with Kafka";

  private TlsFault() {}

  static Failure of(SslAuthenticationException e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = String.valueOf(root.getMessage());
    if (root instanceof CertificateExpiredException) {
      return failure(
          e,
          "the broker's certificate has expired (" + message + ")",
          "renew it; if it is still good, this machine's clock is wrong");
    }
    if (root instanceof CertificateNotYetValidException) {
      return failure(
          e,
          "the broker's certificate is not valid yet (" + message + ")",
          "check this machine's clock, then the certificate's dates");
    }
    if (root instanceof CertPathBuilderException) {
      return failure(
          e,
          "the broker's certificate is signed by an authority that is not trusted here ("
              + message
              + ")",
          "name a file with that authority in ssl.truststore.location");
    }
    if (message.toLowerCase(Locale.ROOT).contains("subject alternative")) {
      return failure(
          e,
          "the broker's certificate is for another host (" + message + ")",
          "use a name that the certificate bears in bootstrap.servers, or add this one to it");
    }
    return failure(
        e,
        message,
        "check that this port speaks TLS, and the certificates' names, dates and authority");
  }

  private static Failure failure(SslAuthenticationException e, String why, String fix) {
    return new Failure(
        Exit.NOT_AUTHORISED, WHAT, why + " (" + e.getClass().getSimpleName() + ")", fix, e);
  }
}
