package dev.rota.base.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the files of a port's certificate: one that is renewed counts from the next connection
 * on. Says in time that one expires.
 */
public final class CertificateRenewal {
  public static final Duration LOOK = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(CertificateRenewal.class);
  private static final List<Duration> BEFORE = List.of(Duration.ofDays(7), Duration.ZERO);

  private final String name;
  private final RenewedUse use;
  private PortTls tls;
  private List<FileTime> times;

  /** How many of the warnings were given. */
  private int warned;

  /** What happens with certificates that were renewed. */
  @FunctionalInterface
  public interface RenewedUse {
    void use(PortTls renewed) throws Exception;
  }

  /**
   * Begins with what was read.
   *
   * @param name of the port, for messages
   */
  public CertificateRenewal(String name, PortTls tls, RenewedUse use) {
    this.name = name;
    this.tls = tls;
    this.use = use;
    this.times = times();
  }

  /** Looks at the files. */
  public void look(Instant now) {
    List<FileTime> present = times();
    if (!present.equals(times)) {
      times = present;
      read();
    }
    while (warned < BEFORE.size() && !now.isBefore(tls.expires().minus(BEFORE.get(warned)))) {
      warned++;
      LOG.warn(
          "{}: the certificate in {} {} at {}. Replace its files; no restart is needed",
          name,
          tls.files().get(0),
          warned == BEFORE.size() ? "has expired" : "expires",
          tls.expires());
    }
  }

  private void read() {
    try {
      PortTls renewed = tls.again();
      use.use(renewed);
      tls = renewed;
      warned = 0;
      LOG.info("{}: the certificate is renewed; it expires at {}", name, tls.expires());
    } catch (Exception e) { // Jetty's reload declares no less
      LOG.warn("{}: the certificate stays as it was: {}", name, e.getMessage());
    }
  }

  /** A file that is just being replaced has none. */
  private List<FileTime> times() {
    List<FileTime> all = new ArrayList<>();
    for (Path file : tls.files()) {
      try {
        all.add(Files.getLastModifiedTime(file));
      } catch (IOException _) {
        return List.of();
      }
    }
    return all;
  }
}
