package dev.rota.lab.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.lab.embedded.registry.MemoryRegistry;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.testing.KeyStores;
import dev.rota.testing.Patience;
import dev.rota.testing.Ports;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import javax.security.auth.x500.X500Principal;
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
import org.apache.kafka.common.resource.Resource;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.utils.SecurityUtils;

/** An embedded broker that knows who is who, and lets nobody do what is not granted. */
public final class SecuredCluster implements AutoCloseable {
  /** A user whom a broker that asks for certificates knows by another name than its certificate. */
  public static final String RENAMED = "renamed";

  private static final String ADMIN = "admin";
  private static final String SCRAM = "SCRAM-SHA-512";

  private static final String OAUTH = "org.apache.kafka.common.security.oauthbearer.OAuthBearer";

  private final Path dir;
  private final Access access;
  private final KeyStores keys;
  private final LocalBroker broker;
  private final TokenServer tokens;
  private final MemoryRegistry registry = MemoryRegistry.start();
  private final Admin admin;

  /** How clients say who they are. */
  public enum Access {
    /** By a password over TLS. */
    PASSWORD,
    /** By a certificate. */
    CERTIFICATE,
    /** By an identity provider's token over TLS. */
    TOKEN
  }

  private SecuredCluster(
      Path dir, Access access, KeyStores keys, LocalBroker broker, TokenServer tokens) {
    this.dir = dir;
    this.access = access;
    this.keys = keys;
    this.broker = broker;
    this.tokens = tokens;
    Map<String, Object> patient = new HashMap<>(client(ADMIN));
    patient.put("default.api.timeout.ms", (int) Patience.MAX.toMillis());
    this.admin = Admin.create(patient);
  }

  /**
   * Starts one.
   *
   * @param users who may come; each has a principal, and no rights
   */
  public static SecuredCluster start(Path dir, Access access, String... users) throws Exception {
    return start(dir, access, Map.of(), users);
  }

  /** Starts one with more settings of its broker. */
  public static SecuredCluster start(
      Path dir, Access access, Map<String, String> more, String... users) throws Exception {
    Map<String, String> subjects = new HashMap<>(Map.of(ADMIN, "CN=" + ADMIN));
    if (access == Access.CERTIFICATE) {
      List.of(users).forEach(user -> subjects.put(user, subject(user)));
    }
    KeyStores keys = KeyStores.of(dir, subjects);
    Map<String, String> settings = new HashMap<>(TestCluster.PROMPT_GROUPS);
    settings.putAll(keys.of(ADMIN));
    settings.put("authorizer.class.name", RecordingAuthorizer.class.getName());
    settings.put("super.users", "User:admin;User:CN=admin;User:ANONYMOUS");
    settings.put("ssl.principal.mapping.rules", "RULE:^CN=(.*?),OU=Short$/$1/,DEFAULT");
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
    TokenServer tokens = access == Access.TOKEN ? TokenServer.start() : null;
    if (tokens != null) {
      settings.putAll(validation(tokens));
    }
    settings.putAll(more);
    LocalBroker broker = LocalBroker.start(dir.resolve("broker"), Ports.free(), settings);
    SecuredCluster cluster = new SecuredCluster(dir, access, keys, broker, tokens);
    try {
      if (access == Access.PASSWORD) {
        cluster.enrol(users);
      }
    } catch (Exception e) {
      broker.fault().ifPresent(e::addSuppressed);
      cluster.close();
      throw e;
    }
    return cluster;
  }

  /** How a broker holds tokens to their provider. */
  private static Map<String, String> validation(TokenServer tokens) {
    String listener = "listener.name.plaintext.oauthbearer.";
    return Map.of(
        "sasl.enabled.mechanisms",
        "PLAIN,OAUTHBEARER",
        listener + "sasl.jaas.config",
        OAUTH + "LoginModule required;",
        listener + "sasl.server.callback.handler.class",
        OAUTH + "ValidatorCallbackHandler",
        "sasl.oauthbearer.jwks.endpoint.url",
        tokens.keys(),
        "sasl.oauthbearer.expected.issuer",
        tokens.issuer(),
        "sasl.oauthbearer.expected.audience",
        TokenServer.AUDIENCE);
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

  /** Gives a user another password, of which its clients know nothing. */
  public void expire(String user) throws Exception {
    var kind = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
    admin
        .alterUserScramCredentials(
            List.of(new UserScramCredentialUpsertion(user, kind, "another-secret")))
        .all()
        .get();
  }

  /** Who hands out tokens; null: nobody. */
  public TokenServer tokens() {
    return tokens;
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
    return user.equals(RENAMED) ? "User:" + user : surmised(user);
  }

  /** Who a user is, as its own settings say. */
  public String surmised(String user) {
    return "User:"
        + (access == Access.CERTIFICATE ? new X500Principal(subject(user)).getName() : user);
  }

  /** What a shell, a list or a name's own grammar could stumble over. */
  private static String subject(String user) {
    return "CN=" + user + (user.equals(RENAMED) ? ", OU=Short" : ", OU=Build\\, Test, O=Acme's");
  }

  /** Keys and certificates, of further names too. */
  public KeyStores keys() {
    return keys;
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
    if (tokens != null && !plain) {
      settings.put("sasl.mechanism", "OAUTHBEARER");
      settings.put("sasl.login.callback.handler.class", OAUTH + "LoginCallbackHandler");
      settings.put("sasl.oauthbearer.token.endpoint.url", tokens.tokens());
      settings.put("sasl.oauthbearer.client.credentials.client.id", user);
      settings.put("sasl.oauthbearer.client.credentials.client.secret", password(user));
      settings.put("sasl.jaas.config", OAUTH + "LoginModule required;");
      return settings;
    }
    settings.put("sasl.mechanism", plain ? "PLAIN" : SCRAM);
    settings.put(
        "sasl.jaas.config",
        jaas(plain ? "plain.PlainLoginModule" : "scram.ScramLoginModule", user) + ";");
    return settings;
  }

  /** The same with the registry, as a user writes them into a file. */
  public Path config(String user) throws IOException {
    return config(user, Map.of());
  }

  /** The same with other values, such as a wrong password, and without those that are empty. */
  public Path config(String user, Map<String, ?> other) throws IOException {
    Properties lines = new Properties();
    lines.putAll(client(user));
    lines.putAll(other);
    lines.values().removeIf(""::equals);
    lines.put("schema.registry.url", registryUrl());
    Path file = dir.resolve(user + ".properties");
    try (OutputStream out = Files.newOutputStream(file)) {
      lines.store(out, null);
    }
    return file;
  }

  private static String jaas(String module, String user) {
    return "org.apache.kafka.common.security.%s required username=\"%s\" password=\"%s\""
        .formatted(module, user, password(user));
  }

  static String password(String user) {
    return user + "-secret";
  }

  /** Grants these, and returns when the broker knows. */
  public void grant(String user, Collection<AccessRight> rights) throws Exception {
    List<AclBinding> bindings = rights.stream().map(right -> binding(user, right)).toList();
    create(bindings);
  }

  private void create(List<AclBinding> bindings) throws Exception {
    admin.createAcls(bindings).all().get();
    await().until(() -> known().containsAll(bindings));
  }

  /** Grants what these commands of {@code kafka-acls} grant, as a shell reads them. */
  public void grant(List<String> commands) throws Exception {
    Path dir = Files.createTempDirectory(this.dir, "acls");
    Path words = dir.resolve("words");
    Path tool = dir.resolve("kafka-acls.sh");
    Files.writeString(tool, "#!/bin/sh\nprintf '%s\\n' \"$@\" . >>'" + words + "'\n");
    assertThat(tool.toFile().setExecutable(true)).isTrue();
    ProcessBuilder shell = new ProcessBuilder("sh", "-e", "-c", String.join("\n", commands));
    shell.environment().merge("PATH", dir.toString(), (path, first) -> first + ":" + path);
    assertThat(shell.redirectErrorStream(true).start().waitFor()).isZero();
    List<AclBinding> bindings =
        Arrays.stream(Files.readString(words).split("\n\\.\n"))
            .map(one -> binding(List.of(one.split("\n"))))
            .toList();
    create(bindings);
  }

  private static AclBinding binding(List<String> words) {
    Map<ResourceType, String> named = new EnumMap<>(ResourceType.class);
    String principal = null;
    String operation = null;
    PatternType pattern = PatternType.LITERAL;
    for (int i = 0; i < words.size(); i++) {
      switch (words.get(i)) {
        case "--allow-principal" -> principal = words.get(++i);
        case "--operation" -> operation = words.get(++i);
        case "--resource-pattern-type" ->
            pattern = PatternType.fromString(words.get(++i).toUpperCase(Locale.ROOT));
        case "--topic" -> named.put(ResourceType.TOPIC, words.get(++i));
        case "--group" -> named.put(ResourceType.GROUP, words.get(++i));
        case "--transactional-id" -> named.put(ResourceType.TRANSACTIONAL_ID, words.get(++i));
        case "--cluster" -> named.put(ResourceType.CLUSTER, Resource.CLUSTER_NAME);
        case "--add" -> {}
        case "--bootstrap-server", "--command-config" -> i++;
        default -> throw new IllegalArgumentException("kafka-acls has no " + words.get(i));
      }
    }
    var resource = named.entrySet().iterator().next();
    return new AclBinding(
        new ResourcePattern(resource.getKey(), resource.getValue(), pattern),
        new AccessControlEntry(
            SecurityUtils.parseKafkaPrincipal(principal.trim()).toString(),
            "*",
            SecurityUtils.operation(operation),
            AclPermissionType.ALLOW));
  }

  /** Takes one away, likewise. */
  public void revoke(String user, AccessRight right) throws Exception {
    AclBinding binding = binding(user, right);
    admin.deleteAcls(List.of(binding.toFilter())).all().get();
    await().until(() -> !known().contains(binding));
  }

  private Collection<AclBinding> known() throws Exception {
    return admin.describeAcls(AclBindingFilter.ANY).values().get();
  }

  private AclBinding binding(String user, AccessRight right) {
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
    if (tokens != null) {
      tokens.close();
    }
    RecordingAuthorizer.forget();
  }
}
