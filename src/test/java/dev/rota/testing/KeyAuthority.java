package dev.rota.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;

/** An authority that signs certificates, by the JDK's tool. */
public final class KeyAuthority {
  private static final List<String> OWN =
      List.of("-keyalg", "EC", "-dname", "CN=authority", "-ext", "bc:c");

  private final Path store;
  private final Certificate root;

  private KeyAuthority(Path store, Certificate root) {
    this.store = store;
    this.root = root;
  }

  public static KeyAuthority make(Path folder) throws IOException, GeneralSecurityException {
    Path store = folder.resolve("authority.p12");
    KeyStore keys = KeyTool.pair(store, "ca", OWN.toArray(String[]::new));
    return new KeyAuthority(store, keys.getCertificate("ca"));
  }

  /** Its own certificate, for those who trust it. */
  public Certificate root() {
    return root;
  }

  /**
   * Writes a store with a key and its certificate, which the authority has signed.
   *
   * @param name its common name
   * @param more words for {@code keytool -gencert}, such as dates and extensions
   */
  public KeyStore sign(Path own, String name, String... more)
      throws IOException, GeneralSecurityException {
    KeyStore keys = KeyTool.pair(own, "own", "-keyalg", "EC", "-dname", "CN=" + name);
    Path request = own.resolveSibling(name + ".request");
    Path answer = own.resolveSibling(name + ".answer");
    KeyTool.run(own, List.of("-certreq", "-alias", "own", "-file", request.toString()));
    List<String> sign = new ArrayList<>(List.of("-gencert", "-alias", "ca"));
    sign.addAll(List.of("-infile", request.toString(), "-outfile", answer.toString()));
    sign.addAll(List.of(more));
    KeyTool.run(store, sign);
    try (InputStream in = Files.newInputStream(answer)) {
      Certificate signed = CertificateFactory.getInstance("X.509").generateCertificate(in);
      char[] password = KeyTool.PASSWORD.toCharArray();
      Key key = keys.getKey("own", password);
      keys.setKeyEntry("own", key, password, new Certificate[] {signed, root});
    }
    KeyTool.write(keys, own);
    return keys;
  }
}
