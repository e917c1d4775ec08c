package dev.rota.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.Main;
import dev.rota.app.builds.DoorFlags;
import dev.rota.app.console.RootCommand;
import dev.rota.app.trust.PortFlags;
import dev.rota.base.http.HealthEndpoints;
import dev.rota.base.http.HttpReply;
import dev.rota.base.http.PortTls;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.deploy.KubernetesTypes.Names;
import dev.rota.serving.builds.DoorAccess;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ServerAccess;
import dev.rota.testing.PemCertificate;
import dev.rota.testing.PrintedJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The manifests of each overlay: their fields, what they name of each other, and what Rota reads of
 * them.
 */
class KubernetesTest {
  private static final Path OVERLAYS = Path.of("deploy/kubernetes/overlays");
  private static final Pattern ADDRESS = Pattern.compile("[\\w.-]+:(\\d+)");
  private static final List<String> PROBES =
      List.of("startupProbe", "livenessProbe", "readinessProbe");

  @TempDir private Path dir;

  private static List<ObjectNode> objects(String overlay) throws IOException {
    return KustomizedObjects.of(OVERLAYS.resolve(overlay));
  }

  private static Stream<ObjectNode> ofKind(List<ObjectNode> objects, String... kinds) {
    return objects.stream().filter(one -> List.of(kinds).contains(one.path("kind").asText()));
  }

  private static List<ObjectNode> workloads(List<ObjectNode> objects) {
    return ofKind(objects, "StatefulSet", "Deployment", "Job").toList();
  }

  private static JsonNode pod(JsonNode workload) {
    return workload.at("/spec/template/spec");
  }

  private static JsonNode container(JsonNode workload) {
    assertThat(pod(workload).path("containers")).hasSize(1);
    return pod(workload).at("/containers/0");
  }

  private static Stream<JsonNode> each(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  private static Map<String, String> texts(JsonNode map) {
    Map<String, String> texts = new TreeMap<>();
    map.properties().forEach(one -> texts.put(one.getKey(), one.getValue().asText()));
    return texts;
  }

  private static Set<String> names(JsonNode list, String field) {
    return each(list)
        .map(one -> one.path(field).asText())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Those with all of these labels on their pods. */
  private static List<ObjectNode> selected(List<ObjectNode> objects, JsonNode labels) {
    assertThat(labels).isNotEmpty();
    return workloads(objects).stream()
        .filter(
            one ->
                texts(one.at("/spec/template/metadata/labels"))
                    .entrySet()
                    .containsAll(texts(labels).entrySet()))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pilot", "secured", "production"})
  void everyFieldIsOneOfItsApi(String overlay) throws IOException {
    KubernetesTypes types = KubernetesTypes.read();
    List<ObjectNode> objects = objects(overlay);
    assertThat(objects).hasSizeGreaterThan(10);
    assertThat(objects.stream().flatMap(one -> types.problems(one).stream())).isEmpty();
  }

  @Test
  void whatIsNoFieldOrHasAnotherTypeIsFound() throws IOException {
    String text =
        """
        apiVersion: v1
        kind: Service
        metadata: {name: odd}
        spec:
          selectors: {a: b}
          clusterIP: 7
          type: Public
          ports: [{name: http}]
        """;
    assertThat(KubernetesTypes.read().problems(KustomizedObjects.documents(text).get(0)))
        .containsExactly(
            "Service/odd.spec: ServiceSpec has no field selectors",
            "Service/odd.spec.clusterIP is 7, and no string",
            "Service/odd.spec.type is \"Public\", none of"
                + " ClusterIP|ExternalName|LoadBalancer|NodePort",
            "Service/odd.spec.ports[0] lacks port");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pilot", "secured", "production"})
  void selectorsFindTheirPods(String overlay) throws IOException {
    List<ObjectNode> objects = objects(overlay);
    for (ObjectNode one : objects) {
      String kind = one.path("kind").asText();
      switch (kind) {
        case "Service" ->
            assertThat(selected(objects, one.at("/spec/selector"))).as(Names.of(one)).hasSize(1);
        case "StatefulSet", "Deployment" ->
            assertThat(selected(objects, one.at("/spec/selector/matchLabels")))
                .as(Names.of(one))
                .containsExactly(one);
        case "PodDisruptionBudget" ->
            assertThat(selected(objects, one.at("/spec/selector/matchLabels")))
                .as(Names.of(one))
                .hasSize(1);
        case "NetworkPolicy" ->
            assertThat(selected(objects, one.at("/spec/podSelector/matchLabels")))
                .as(Names.of(one))
                .isNotEmpty();
        default -> {}
      }
      for (JsonNode spread : pod(one).path("topologySpreadConstraints")) {
        assertThat(selected(objects, spread.at("/labelSelector/matchLabels")))
            .as(Names.of(one))
            .containsExactly(one);
      }
      if (kind.equals("StatefulSet")) {
        assertThat(ofKind(objects, "Service").map(service -> service.at("/metadata/name").asText()))
            .contains(one.at("/spec/serviceName").asText());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pilot", "secured", "production"})
  void whatAPodNamesIsThere(String overlay) throws IOException {
    List<ObjectNode> objects = objects(overlay);
    Set<String> documented = documentedSecrets();
    for (ObjectNode workload : workloads(objects)) {
      String name = Names.of(workload);
      JsonNode container = container(workload);
      assertThat(objects.stream().map(Names::of))
          .as(name)
          .contains("ServiceAccount/" + pod(workload).path("serviceAccountName").asText())
          .containsAll(
              each(container.path("envFrom"))
                  .map(from -> "ConfigMap/" + from.at("/configMapRef/name").asText())
                  .toList());
      Set<String> volumes = names(pod(workload).path("volumes"), "name");
      each(workload.at("/spec/volumeClaimTemplates"))
          .forEach(claim -> volumes.add(claim.at("/metadata/name").asText()));
      assertThat(names(container.path("volumeMounts"), "name")).as(name).isEqualTo(volumes);
      for (JsonNode volume : pod(workload).path("volumes")) {
        JsonNode secret = volume.path("secret");
        each(secret.path("items"))
            .forEach(
                item ->
                    assertThat(documented)
                        .as(name)
                        .contains(
                            secret.path("secretName").asText() + " " + item.path("key").asText()));
      }
      Set<String> ports = names(container.path("ports"), "name");
      for (String probe : PROBES) {
        for (String way : List.of("httpGet", "tcpSocket")) {
          if (container.path(probe).has(way)) {
            assertThat(ports)
                .as(name)
                .contains(container.at("/%s/%s/port".formatted(probe, way)).asText());
          }
        }
      }
    }
    portsOf(objects);
  }

  /** Ports of Services, policies and monitors are those of the pods that they are about. */
  private static void portsOf(List<ObjectNode> objects) {
    for (ObjectNode service : ofKind(objects, "Service").toList()) {
      assertThat(
              names(
                  container(selected(objects, service.at("/spec/selector")).get(0)).path("ports"),
                  "name"))
          .as(Names.of(service))
          .containsAll(names(service.at("/spec/ports"), "targetPort"));
    }
    for (ObjectNode policy : ofKind(objects, "NetworkPolicy").toList()) {
      for (JsonNode rule : policy.at("/spec/ingress")) {
        for (ObjectNode workload : selected(objects, policy.at("/spec/podSelector/matchLabels"))) {
          assertThat(names(container(workload).path("ports"), "name"))
              .as(Names.of(policy))
              .containsAll(names(rule.path("ports"), "port"));
        }
      }
    }
  }

  private static Set<String> documentedSecrets() throws IOException {
    return Pattern.compile(
            "(?m)^\\| `([\\w-]+)` \\| `([\\w.]+)`(?:, `([\\w.]+)`)*(?:, `([\\w.]+)`)? \\|")
        .matcher(Files.readString(Path.of("docs/deploy.md")))
        .results()
        .flatMap(
            row ->
                Pattern.compile("`([\\w.-]+)`")
                    .matcher(row.group().replaceFirst("^\\| `[\\w-]+` \\|", ""))
                    .results()
                    .map(key -> row.group(1) + " " + key.group(1)))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(strings = {"pilot", "secured", "production"})
  void podsAreShut(String overlay) throws IOException {
    for (ObjectNode workload : workloads(objects(overlay))) {
      JsonNode pod = pod(workload);
      JsonNode container = container(workload);
      String name = Names.of(workload);
      assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).as(name).isFalse();
      // Variables such as ROTA_FOLLOW_PORT would be taken for settings.
      assertThat(pod.path("enableServiceLinks").asBoolean(true)).as(name).isFalse();
      assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).as(name).isTrue();
      assertThat(pod.at("/securityContext/runAsUser").asInt()).as(name).isEqualTo(uidOfTheImage());
      assertThat(pod.at("/securityContext/seccompProfile/type").asText())
          .isEqualTo("RuntimeDefault");
      JsonNode rights = container.path("securityContext");
      assertThat(rights.path("readOnlyRootFilesystem").asBoolean()).as(name).isTrue();
      assertThat(rights.path("allowPrivilegeEscalation").asBoolean(true)).as(name).isFalse();
      assertThat(rights.at("/capabilities/drop/0").asText()).as(name).isEqualTo("ALL");
      assertThat(names(container.path("volumeMounts"), "mountPath")).as(name).contains("/tmp");
      assertThat(container.at("/resources/requests/cpu").isMissingNode()).as(name).isFalse();
      assertThat(container.at("/resources/limits/memory").isMissingNode()).as(name).isFalse();
      boolean secrets = each(pod.path("volumes")).anyMatch(volume -> volume.has("secret"));
      if (secrets) {
        assertThat(pod.at("/securityContext/fsGroup").asInt()).as(name).isEqualTo(uidOfTheImage());
        each(pod.path("volumes"))
            .filter(volume -> volume.has("secret"))
            .forEach(
                volume -> assertThat(volume.at("/secret/defaultMode").asInt()).isEqualTo(0440));
      }
    }
  }

  private static int uidOfTheImage() throws IOException {
    var uid =
        Pattern.compile("--uid (\\d+)").matcher(Files.readString(Path.of("deploy/Dockerfile")));
    assertThat(uid.find()).isTrue();
    return Integer.parseInt(uid.group(1));
  }

  /** What Kubernetes sets for its Services in pods with service links. */
  @Test
  void serviceLinksWouldBeRefusedAsSettings() {
    for (var link :
        Map.of("ROTA_FOLLOW_PORT", "tcp://10.0.0.1:8090", "ROTA_REAPI_SERVICE_HOST", "10.0.0.1")
            .entrySet()) {
      assertThatCode(
              () ->
                  new SettingsSources().environment(Map.of(link.getKey(), link.getValue())).load())
          .hasMessageContaining(link.getKey());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pilot", "secured", "production"})
  void settingsAndCommandsAreThoseOfTheProgram(String overlay) throws Exception {
    List<ObjectNode> objects = objects(overlay);
    for (ObjectNode workload : workloads(objects)) {
      String name = Names.of(workload);
      List<String> words = each(container(workload).path("args")).map(JsonNode::asText).toList();
      assertThatCode(() -> line().parseArgs(words.toArray(String[]::new)))
          .as(name)
          .doesNotThrowAnyException();
      Settings settings = settings(objects, workload);
      for (var served : Map.of("follow", "follow", "reapi", "builds").entrySet()) {
        if (words.get(0).equals(served.getKey())) {
          boolean follows = served.getKey().equals("follow");
          ServerAccess page = follows ? PortFlags.access(settings, served.getValue()) : null;
          DoorAccess door = follows ? null : DoorFlags.access(settings, dir);
          assertThat((follows ? page.at() : door.at()).getPort())
              .isEqualTo(container(workload).at("/ports/0/containerPort").asInt());
          // Whoever is reached by others has TLS and tokens: less is refused.
          assertThat((follows ? page.tls() : door.tls()) == null)
              .as(name)
              .isEqualTo(overlay.equals("pilot"));
        }
      }
      if (words.get(0).equals("run")) {
        assertThat(settings.number(KnownSettings.HTTP_PORT))
            .isEqualTo(container(workload).at("/ports/0/containerPort").asInt());
        Path state = Path.of(settings.text(KnownSettings.STATE_DIR));
        assertThat(names(container(workload).path("volumeMounts"), "mountPath"))
            .contains(state.getParent().toString());
      }
    }
  }

  /** Of a pod, as Rota reads them there. What a Secret holds lies in a folder. */
  private Settings settings(List<ObjectNode> objects, ObjectNode workload) throws Exception {
    Map<String, String> variables = new HashMap<>(variables(objects, workload));
    assertThat(variables.keySet()).allMatch(name -> name.startsWith(KnownSettings.ENVIRONMENT));
    Path root = Files.createTempDirectory(dir, "pod");
    PemCertificate certificate =
        PemCertificate.make(root, "rota", "EC", "-ext", "SAN=dns:rota.example");
    for (JsonNode mount : container(workload).path("volumeMounts")) {
      each(pod(workload).path("volumes"))
          .filter(volume -> volume.path("name").equals(mount.path("name")))
          .flatMap(volume -> each(volume.at("/secret/items")))
          .forEach(
              item ->
                  lay(
                      Path.of(root + mount.path("mountPath").asText(), item.path("path").asText()),
                      item.path("key").asText(),
                      certificate));
    }
    variables.replaceAll((_, text) -> text.startsWith("/etc/rota/") ? root + text : text);
    assertThat(variables.values())
        .filteredOn(text -> text.startsWith(root.toString()))
        .allSatisfy(file -> assertThat(Path.of(file)).isRegularFile());
    return new SettingsSources()
        .environment(variables)
        .require(KnownSettings.BOOTSTRAP, KnownSettings.REGISTRY)
        .load();
  }

  private static void lay(Path file, String key, PemCertificate certificate) {
    try {
      Files.createDirectories(file.getParent());
      switch (key) {
        case "tls.crt", "ca.crt" -> Files.copy(certificate.file, file);
        case "tls.key" -> Files.copy(certificate.key, file);
        default -> Files.writeString(file, key + "-0123456789abcdef");
      }
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, String> variables(List<ObjectNode> objects, JsonNode workload) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (JsonNode from : container(workload).path("envFrom")) {
      ofKind(objects, "ConfigMap")
          .filter(map -> map.at("/metadata/name").equals(from.at("/configMapRef/name")))
          .forEach(map -> variables.putAll(texts(map.path("data"))));
    }
    container(workload)
        .path("env")
        .forEach(one -> variables.put(one.path("name").asText(), one.path("value").asText()));
    return variables;
  }

  @ParameterizedTest
  @ValueSource(strings = {"pilot", "secured", "production"})
  void policiesLetPodsReachWhatTheirSettingsName(String overlay) throws IOException {
    List<ObjectNode> objects = objects(overlay);
    for (ObjectNode workload : workloads(objects)) {
      Set<String> open =
          ofKind(objects, "NetworkPolicy")
              .filter(
                  policy ->
                      selected(objects, policy.at("/spec/podSelector/matchLabels"))
                          .contains(workload))
              .flatMap(policy -> each(policy.at("/spec/egress")))
              .flatMap(rule -> each(rule.path("ports")))
              .map(port -> port.path("port").asText())
              .collect(Collectors.toSet());
      assertThat(open).as("DNS").contains("53");
      variables(objects, workload)
          .forEach(
              (name, text) -> {
                boolean used =
                    name.matches("ROTA_(BOOTSTRAP_SERVERS|SCHEMA_REGISTRY_URL)")
                        || name.equals("ROTA_BUILDS_CAS")
                            && Names.of(workload).endsWith("rota-reapi");
                if (used) {
                  var address = ADDRESS.matcher(text);
                  assertThat(address.find()).as(text).isTrue();
                  assertThat(open).as(Names.of(workload) + " " + name).contains(address.group(1));
                }
              });
    }
  }

  @Test
  void everyProbeAsksWhatIsServed() throws Exception {
    try (HealthEndpoints health =
            HealthEndpoints.start(
                "127.0.0.1",
                0,
                List::of,
                Map.of(),
                () -> new HttpReply(200, "text/plain", new byte[0]));
        LiveServer page = LiveServer.start(List.of(), ServerAccess.local(0))) {
      Map<String, String> urls = Map.of("http", health.url(), "page", page.url());
      int asked = 0;
      for (String overlay : List.of("pilot", "secured", "production")) {
        for (ObjectNode workload : workloads(objects(overlay))) {
          for (String path : probed(container(workload))) {
            String port = container(workload).at("/ports/0/name").asText();
            assertThat(status(urls.get(port) + path)).as(path).isIn(200, 503);
            asked++;
          }
        }
      }
      assertThat(asked).isEqualTo(18);
      assertThat(status(health.url() + "/metrics")).isEqualTo(200);
      assertThat(status(page.url() + "/metrics")).isEqualTo(200);
      assertThat(status(page.url() + "/healthz")).isEqualTo(404);
    }
  }

  private static List<String> probed(JsonNode container) {
    List<String> paths = new ArrayList<>();
    for (String probe : PROBES) {
      JsonNode asked = container.path(probe);
      if (asked.has("httpGet")) {
        paths.add(asked.at("/httpGet/path").asText());
      }
      each(asked.at("/exec/command"))
          .map(JsonNode::asText)
          .filter(word -> word.startsWith("http://127.0.0.1:"))
          .map(URI::create)
          .forEach(
              uri -> {
                assertThat(uri.getPort()).isEqualTo(container.at("/ports/0/containerPort").asInt());
                paths.add(uri.getPath());
              });
    }
    return paths;
  }

  private static int status(String url) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding())
        .statusCode();
  }

  /** A certificate has the name of the Service, and a follower answers to no other. */
  @Test
  void hostsAreTheServicesOfTheNamespace() throws IOException {
    List<ObjectNode> objects = objects("production");
    Set<String> hosts =
        ofKind(objects, "Service")
            .map(
                one ->
                    one.at("/metadata/name").asText()
                        + "."
                        + one.at("/metadata/namespace").asText()
                        + ".svc")
            .collect(Collectors.toSet());
    JsonNode follower = named(objects, "Deployment/rota-follow");
    for (String probe : PROBES) {
      assertThat(container(follower).at("/" + probe + "/httpGet/scheme").asText())
          .isEqualTo("HTTPS");
      assertThat(container(follower).at("/" + probe + "/httpGet/httpHeaders/0/name").asText())
          .isEqualTo("Host");
      assertThat(hosts)
          .contains(container(follower).at("/" + probe + "/httpGet/httpHeaders/0/value").asText());
    }
    for (ObjectNode monitor : ofKind(objects, "ServiceMonitor").toList()) {
      JsonNode endpoint = monitor.at("/spec/endpoints/0");
      if (endpoint.has("tlsConfig")) {
        String host = endpoint.at("/tlsConfig/serverName").asText();
        assertThat(hosts).contains(host);
        assertThat(endpoint.at("/relabelings/0/replacement").asText()).isEqualTo(host + ":8090");
      }
    }
  }

  /** As the node asks: by address, without a name in the handshake, whoever signed. */
  @Test
  void aFollowerAnswersProbesOfTheNode() throws Exception {
    JsonNode probe =
        container(named(objects("secured"), "Deployment/rota-follow"))
            .at("/readinessProbe/httpGet");
    String host = probe.at("/httpHeaders/0/value").asText();
    PemCertificate own = PemCertificate.make(dir, "page", "EC", "-ext", "SAN=dns:" + host);
    PortTls tls = PortTls.of(own.file, own.key, null);
    try (LiveServer page =
        LiveServer.start(
            List.of(), new ServerAccess(new InetSocketAddress(0), tls, "0123456789abcdef"))) {
      int port = URI.create(page.url()).getPort();
      assertThat(answer(own, port, probe.path("path").asText(), host))
          .matches("HTTP/1.1 (200|503) .*");
      assertThat(answer(own, port, "/livez", host)).startsWith("HTTP/1.1 200 ");
      assertThat(answer(own, port, "/metrics", host))
          .as("without a token")
          .startsWith("HTTP/1.1 401 ");
      assertThat(answer(own, port, "/livez", "10.0.0.7:8090"))
          .as("the pod's address")
          .startsWith("HTTP/1.1 4");
    }
  }

  private static ObjectNode named(List<ObjectNode> objects, String name) {
    return objects.stream().filter(one -> Names.of(one).equals(name)).findFirst().orElseThrow();
  }

  private static String answer(PemCertificate known, int port, String path, String host)
      throws Exception {
    try (Socket socket =
        known
            .trustedBy(null)
            .getSocketFactory()
            .createSocket(InetAddress.getLoopbackAddress(), port)) {
      String request =
          "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(path, host);
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8)
          .lines()
          .findFirst()
          .orElse("");
    }
  }

  @Test
  void enginesAreNoMoreThanPartitions() throws IOException {
    List<ObjectNode> objects = objects("production");
    ObjectNode scaled = ofKind(objects, "ScaledObject").findFirst().orElseThrow();
    JsonNode target = scaled.at("/spec/scaleTargetRef");
    ObjectNode engine =
        objects.stream()
            .filter(one -> one.at("/metadata/name").equals(target.path("name")))
            .filter(one -> one.path("kind").equals(target.path("kind")))
            .findFirst()
            .orElseThrow();
    assertThat(engine.at("/spec/replicas").isMissingNode()).as("KEDA sets them").isTrue();
    assertThat(scaled.at("/spec/maxReplicaCount").asInt())
        .isEqualTo(new SettingsSources().load().number(KnownSettings.PARTITIONS));
    assertThat(scaled.at("/spec/triggers/0/metadata/query").asText())
        .contains("rota_inputs_waiting");
    assertThat(Files.readString(Path.of("docs/metrics.md"))).contains("| `rota_inputs_waiting` |");
  }

  private static picocli.CommandLine line() {
    return Main.line(new RootCommand(PrintedJson.nowhere()));
  }
}
