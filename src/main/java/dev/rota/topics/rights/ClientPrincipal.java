package dev.rota.topics.rights;

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

/** Who a client is to its cluster, as far as its settings say. A broker may map names to others. */
final class ClientPrincipal {
  private static final Pattern USER =
      Pattern.compile("\\b(?:username|principal|clientId)\\s*=\\s*(?:\"([^\"]*)\"|([^\\s;]+))");
  private static final String UNKNOWN = "User:NAME";

  private ClientPrincipal() {}

  /** As {@code User:name}; where the settings do not say it, {@code User:NAME}. */
  public static String of(Map<String, Object> kafka) {
    String protocol = text(kafka, "security.protocol").toUpperCase(Locale.ROOT);
    if (protocol.startsWith("SASL_")) {
      Matcher user = USER.matcher(text(kafka, "sasl.jaas.config"));
      String client = text(kafka, "sasl.oauthbearer.client.credentials.client.id");
      if (user.find()) {
        return "User:" + (user.group(1) == null ? user.group(2) : user.group(1));
      }
      return client.isEmpty() ? UNKNOWN : "User:" + client;
    }
    if (!protocol.equals("SSL")) {
      return "User:ANONYMOUS";
    }
    try {
      X509Certificate own = certificate(kafka);
      return own == null ? "User:ANONYMOUS" : "User:" + own.getSubjectX500Principal().getName();
    } catch (IOException | GeneralSecurityException e) {
      return UNKNOWN;
    }
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
