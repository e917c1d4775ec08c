package dev.rota.embedded;

import static org.awaitility.Awaitility.await;

import dev.rota.embedded.registry.MemoryRegistry;
import dev.rota.testing.KeyStores;
import dev.rota.testing.Ports;
import dev.rota.topics.rights.Right;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;

/** An embedded broker that knows who is who, and lets nobody do what is not granted. */
public final class SecuredCluster implements AutoCloseable {
  private static final String ADMIN = "admin";
  private static final String SCRAM = "SCRAM-SHA-512";

  private final Access access;
  private final KeyStores keys;
  private final LocalBroker broker;
  private final MemoryRegistry registry = MemoryRegistry.start();
  private final Admin admin;

  /** How clients say who they are. */
  public enum Access {
    /** By a password over TLS. */
    PASSWORD,
    /** By a certificate. */
    CERTIFICATE
  }

  private SecuredCluster(Access access, KeyStores keys, LocalBroker broker) {
    this.access = access;
    this.keys = keys;
    this.broker = broker;
    Map<String, Object> patient = new HashMap<>(client(ADMIN));
    patient.put("default.api.timeout.ms", 600_000);
    this.admin = Admin.create(patient);
  }

  /**
   * Starts one.
   *
   * @param users who may come; each has a principal, and no rights
   */
  public static SecuredCluster start(Path dir, Access access, String... users) throws Exception {
    List<String> names = new ArrayList<>(List.of(ADMIN));
    if (access == Access.CERTIFICATE) {
      names.addAll(List.of(users));
    }
    KeyStores keys = KeyStores.of(dir, names);
    Map<String, String> settings = new HashMap<>(TestCluster.PROMPT_GROUPS);
    settings.putAll(keys.of(ADMIN));
    settings.put("authorizer.class.name", RecordingAuthorizer.class.getName());
    settings.put("super.users", "User:admin;User:CN=admin;User:ANONYMOUS");
    settings.put("ssl.client.auth", access == Access.CERTIFICATE ? "required" : "none");
    settings.put(
        "listener.security.protocol.map",
        "PLAINTEXT:%s,CONTROLLER:PLAINTEXT"
            .formatted(access == Access.CERTIFICATE ? "SSL" : "SASL_SSL"));
    settings.put("sasl.enabled.mechanisms", "PLAIN," + SCRAM);
    settings.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
    settings.put(
        "listener.name.plaintext.plain.sasl.jaas.config",
        jaas("plain.PlainLoginModule", ADMIN) + " user_admin=\"" + password(ADMIN) + "\";");
    settings.put(
        "listener.name.plaintext.scram-sha-512.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required;");
    LocalBroker broker = LocalBroker.start(dir.resolve("broker"), Ports.free(), settings);
    SecuredCluster cluster = new SecuredCluster(access, keys, broker);
    if (access == Access.PASSWORD) {
      cluster.enrol(users);
    }
    return cluster;
  }

  private void enrol(String... users) throws Exception {
    List<UserScramCredentialAlteration> all = new ArrayList<>();
    for (String user : users) {
      var kind = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
      all.add(new UserScramCredentialUpsertion(user, kind, password(user)));
    }
    admin.alterUserScramCredentials(all).all().get();
    await().until(() -> admin.describeUserScramCredentials().users().get().size() == users.length);
  }

  public String bootstrap() {
    return broker.bootstrap();
  }

  public String registryUrl() {
    return registry.url();
  }

  /** Who may do everything. */
  public Admin admin() {
    return admin;
  }

  /** The principal of a user. */
  public String principal(String user) {
    return access == Access.CERTIFICATE ? "User:CN=" + user : "User:" + user;
  }

  /** The settings of a user's clients. */
  public Map<String, Object> client(String user) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("bootstrap.servers", bootstrap());
    if (access == Access.CERTIFICATE) {
      settings.put("security.protocol", "SSL");
      settings.putAll(keys.of(user));
      return settings;
    }
    boolean plain = user.equals(ADMIN);
    settings.put("security.protocol", "SASL_SSL");
    settings.putAll(keys.trust());
    settings.put("sasl.mechanism", plain ? "PLAIN" : SCRAM);
    settings.put(
        "sasl.jaas.config",
        jaas(plain ? "plain.PlainLoginModule" : "scram.ScramLoginModule", user) + ";");
    return settings;
  }

  private static String jaas(String module, String user) {
    return "org.apache.kafka.common.security.%s required username=\"%s\" password=\"%s\""
        .formatted(module, user, password(user));
  }

  private static String password(String user) {
    return user + "-secret";
  }

  /** Grants these, and returns when the broker knows. */
  public void grant(String user, Collection<Right> rights) throws Exception {
    List<AclBinding> bindings = rights.stream().map(right -> binding(user, right)).toList();
    admin.createAcls(bindings).all().get();
    await().until(() -> known().containsAll(bindings));
  }

  /** Takes one away, likewise. */
  public void revoke(String user, Right right) throws Exception {
    AclBinding binding = binding(user, right);
    admin.deleteAcls(List.of(binding.toFilter())).all().get();
    await().until(() -> !known().contains(binding));
  }

  private Collection<AclBinding> known() throws Exception {
    return admin.describeAcls(AclBindingFilter.ANY).values().get();
  }

  private AclBinding binding(String user, Right right) {
    PatternType pattern = right.prefixed() ? PatternType.PREFIXED : PatternType.LITERAL;
    return new AclBinding(
        new ResourcePattern(right.resource(), right.name(), pattern),
        new AccessControlEntry(principal(user), "*", right.operation(), AclPermissionType.ALLOW));
  }

  @Override
  public void close() {
    admin.close();
    registry.close();
    broker.close();
  }
}
