package dev.rota.road.topics.rights;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who a client is to its cluster, as far as its settings say.
 *
 * @param name as {@code User:name}; where the settings do not say it, {@code User:NAME}
 * @param isSurmised true: the broker makes the name of a certificate, a ticket or a token, and may
 *     make another one
 */
record ClientPrincipal(String name, boolean isSurmised) {
  private static final Pattern USER =
      Pattern.compile("\\b(username|principal|clientId)\\s*=\\s*(?:\"([^\"]*)\"|([^\\s;]+))");
  private static final ClientPrincipal UNKNOWN = surmised("NAME");
  private static final ClientPrincipal ANONYMOUS = new ClientPrincipal("User:ANONYMOUS", false);

  private static ClientPrincipal surmised(String user) {
    return new ClientPrincipal("User:" + user, true);
  }

  /** Reads the settings, and the certificate that they name. */
  static ClientPrincipal of(Map<String, Object> kafka) {
    String protocol = text(kafka, "security.protocol").toUpperCase(Locale.ROOT);
    if (protocol.startsWith("SASL_")) {
      return sasl(kafka);
    }
    if (!protocol.equals("SSL")) {
      return ANONYMOUS;
    }
    try {
      X509Certificate own = certificate(kafka);
      return own == null ? ANONYMOUS : surmised(own.getSubjectX500Principal().getName());
    } catch (IOException | GeneralSecurityException _) {
      return UNKNOWN;
    }
  }

  private static ClientPrincipal sasl(Map<String, Object> kafka) {
    Matcher said = USER.matcher(text(kafka, "sasl.jaas.config"));
    if (said.find()) {
      String user = said.group(2) == null ? said.group(3) : said.group(2);
      return switch (said.group(1)) {
        case "username" -> new ClientPrincipal("User:" + user, false);
        case "principal" -> surmised(user.replaceFirst("[/@].*", "")); // without host and realm
        default -> surmised(user);
      };
    }
    String client = text(kafka, "sasl.oauthbearer.client.credentials.client.id");
    return client.isEmpty() ? UNKNOWN : surmised(client);
  }

  /** Null: there is none. */
  private static X509Certificate certificate(Map<String, Object> kafka)
      throws IOException, GeneralSecurityException {
    String chain = text(kafka, "ssl.keystore.certificate.chain");
    if (!chain.isEmpty()) {
      return first(new ByteArrayInputStream(chain.getBytes(StandardCharsets.UTF_8)));
    }
    String file = text(kafka, "ssl.keystore.location");
    if (file.isEmpty()) {
      return null;
    }
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      String type = text(kafka, "ssl.keystore.type");
      if (type.equalsIgnoreCase("PEM")) {
        return first(in);
      }
      KeyStore store = KeyStore.getInstance(type.isEmpty() ? "JKS" : type);
      store.load(in, text(kafka, "ssl.keystore.password").toCharArray());
      for (String alias : Collections.list(store.aliases())) {
        if (store.isKeyEntry(alias) && store.getCertificate(alias) instanceof X509Certificate own) {
          return own;
        }
      }
      return null;
    }
  }

  /** Of a PEM file the first certificate is the client's own. */
  private static X509Certificate first(InputStream pem)
      throws IOException, GeneralSecurityException {
    String text = new String(pem.readAllBytes(), StandardCharsets.UTF_8);
    int begin = text.indexOf("-----BEGIN CERTIFICATE-----");
    if (begin < 0) {
      return null;
    }
    byte[] rest = text.substring(begin).getBytes(StandardCharsets.UTF_8);
    Certificate one =
        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(rest));
    return (X509Certificate) one;
  }

  private static String text(Map<String, Object> kafka, String key) {
    Object value = kafka.get(key);
    return value == null ? "" : value.toString();
  }
}
