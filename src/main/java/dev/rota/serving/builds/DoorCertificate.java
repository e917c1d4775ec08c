package dev.rota.serving.builds;

import dev.rota.base.http.CertificateRenewal;
import dev.rota.base.http.PortTls;
import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * The certificate of a front door. One whose files are replaced counts from the next connection on;
 * the authorities of its clients stay.
 */
final class DoorCertificate extends X509ExtendedKeyManager {
  private static final char[] NO_PASSWORD = new char[0];

  private volatile X509ExtendedKeyManager present;

  private DoorCertificate(PortTls tls) throws GeneralSecurityException {
    present = keys(tls);
  }

  /**
   * What a port of gRPC needs.
   *
   * @param tls null: it speaks plain text
   * @param timer looks whether the files are replaced
   */
  static ServerCredentials of(PortTls tls, ScheduledExecutorService timer) {
    if (tls == null) {
      return InsecureServerCredentials.create();
    }
    try {
      DoorCertificate certificate = new DoorCertificate(tls);
      certificate.renew(tls, timer);
      TlsServerCredentials.Builder credentials =
          TlsServerCredentials.newBuilder().keyManager(certificate);
      if (tls.asksClients()) {
        TrustManagerFactory trusted =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(tls.trusted());
        credentials
            .trustManager(trusted.getTrustManagers())
            .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
      }
      return credentials.build();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("keys that were checked when they were read", e);
    }
  }

  private static X509ExtendedKeyManager keys(PortTls tls) throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(tls.keys(), NO_PASSWORD);
    return (X509ExtendedKeyManager) keys.getKeyManagers()[0];
  }

  private void renew(PortTls tls, ScheduledExecutorService timer) {
    CertificateRenewal renewal =
        new CertificateRenewal("builds", tls, renewed -> present = keys(renewed));
    long millis = CertificateRenewal.LOOK.toMillis();
    var _ =
        timer.scheduleWithFixedDelay(
            () -> renewal.look(Instant.now()), 0, millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
    return present.chooseEngineServerAlias(type, issuers, engine);
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return present.getCertificateChain(alias);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return present.getPrivateKey(alias);
  }

  @Override
  public String[] getServerAliases(String type, Principal[] issuers) {
    return present.getServerAliases(type, issuers);
  }

  @Override
  public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
    return present.chooseServerAlias(type, issuers, socket);
  }

  @Override
  public String[] getClientAliases(String type, Principal[] issuers) {
    return present.getClientAliases(type, issuers);
  }

  @Override
  public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
    return present.chooseClientAlias(types, issuers, socket);
  }
}
