package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.rota.base.http.LoopbackAddress;
import dev.rota.base.http.PortTls;
import dev.rota.testing.PemCertificate;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.HandlerRegistry;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may call what at a front door. */
class RoleCheckTest {
  private static final String CLIENT = "token-of-clients";
  private static final String WORKER = "token-of-workers";
  private static final String WRITER = "token-of-writers";
  private static final RoleGrants TOKENS =
      RoleGrants.of(
          Map.of(DoorRole.CLIENT, CLIENT, DoorRole.WORKER, WORKER, DoorRole.WRITER, WRITER),
          Map.of());

  /** Of all methods beside these, each role may call all. */
  private static final Map<String, Set<String>> BY_TOKEN =
      Map.of(
          "Execution", Set.of(CLIENT, WRITER),
          "Operations", Set.of(CLIENT, WRITER),
          "Bots", Set.of(WORKER),
          "UpdateActionResult", Set.of(WRITER));

  @TempDir private Path dir;

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private Server server;
  private ManagedChannel channel;

  @AfterEach
  void close() {
    timer.shutdownNow();
    if (channel != null) {
      channel.shutdownNow();
      server.shutdownNow();
    }
  }

  private static List<ServiceDescriptor> services() throws ReflectiveOperationException {
    List<ServiceDescriptor> services = new ArrayList<>();
    for (JavaClass one : new ClassFileImporter().importPackages("dev.rota.protocols")) {
      if (one.getSimpleName().endsWith("Grpc")) {
        services.add(
            (ServiceDescriptor) one.reflect().getMethod("getServiceDescriptor").invoke(null));
      }
    }
    return services;
  }

  private static Set<String> methods() throws ReflectiveOperationException {
    Set<String> methods = new TreeSet<>();
    for (ServiceDescriptor service : services()) {
      service.getMethods().forEach(method -> methods.add(method.getFullMethodName()));
    }
    return methods;
  }

  /** Answers any method, so that what is refused is refused by the roles. */
  private static final class EveryMethod extends HandlerRegistry {
    @Override
    public ServerMethodDefinition<?, ?> lookupMethod(String method, String authority) {
      return ServerMethodDefinition.create(
          method(method),
          (call, _) -> {
            call.close(Status.OK, new Metadata());
            return new io.grpc.ServerCall.Listener<>() {};
          });
    }
  }

  private static MethodDescriptor<byte[], byte[]> method(String name) {
    return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
        .setFullMethodName(name)
        .setType(MethodType.UNKNOWN)
        .build();
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] message) {
      return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream stream) {
      return new byte[0];
    }
  }

  private void serve(RoleGrants roles, ServerCredentials credentials) throws IOException {
    server =
        NettyServerBuilder.forAddress(LoopbackAddress.at(0), credentials)
            .fallbackHandlerRegistry(new EveryMethod())
            .intercept(new RoleCheck(roles))
            .build()
            .start();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
  }

  private Status call(String method, String token) throws Exception {
    CompletableFuture<Status> end = new CompletableFuture<>();
    Metadata headers = new Metadata();
    if (token != null) {
      headers.put(
          Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
    }
    ClientCall<byte[], byte[]> call = channel.newCall(method(method), CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            end.complete(status);
          }
        },
        headers);
    call.request(1);
    call.halfClose();
    return end.get(60, TimeUnit.SECONDS);
  }

  @Test
  void everyMethodOfEveryServiceHasItsRow() throws Exception {
    assertThat(RoleCheck.METHODS.keySet()).containsExactlyInAnyOrderElementsOf(methods());
    assertThat(services()).hasSizeGreaterThan(6);
  }

  @Test
  void eachRoleMayCallItsMethodsAndNoOther() throws Exception {
    serve(TOKENS, InsecureServerCredentials.create());
    Map<String, Set<String>> calling = new TreeMap<>();
    Map<String, Set<String>> expected = new TreeMap<>();
    for (String method : methods()) {
      boolean open = method.startsWith("grpc.health.v1.Health/");
      Set<String> may = Set.of(CLIENT, WORKER, WRITER);
      for (var row : BY_TOKEN.entrySet()) {
        if (method.contains("." + row.getKey() + "/") || method.endsWith("/" + row.getKey())) {
          may = row.getValue();
        }
      }
      expected.put(method, new TreeSet<>(may));
      calling.put(method, new TreeSet<>());
      for (String token : List.of(CLIENT, WORKER, WRITER)) {
        Status status = call(method, token);
        if (status.isOk()) {
          calling.get(method).add(token);
        } else {
          assertThat(status.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
          assertThat(status.getDescription()).contains(method, "needs the role", "-token-file");
        }
      }
      for (String wrong : new String[] {null, "", CLIENT + "x", CLIENT.substring(1)}) {
        assertThat(call(method, wrong).getCode())
            .isEqualTo(open ? Status.Code.OK : Status.Code.UNAUTHENTICATED);
      }
    }
    assertThat(calling).isEqualTo(expected);
  }

  @Test
  void aMethodThatIsNotKnownIsRefusedToAll() throws Exception {
    for (RoleGrants roles : List.of(TOKENS, RoleGrants.open(), RoleGrants.oneToken(CLIENT))) {
      serve(roles, InsecureServerCredentials.create());
      for (String method :
          List.of(
              "build.bazel.remote.execution.v2.ContentAddressableStorage/SplitBlob",
              "grpc.health.v1.Health/List",
              "other.Service/Method")) {
        assertThat(call(method, CLIENT).getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
      }
      channel.shutdownNow();
      server.shutdownNow();
    }
  }

  @Test
  void oneTokenHasAllRolesAndAnOpenPortGivesThemToAll() throws Exception {
    serve(RoleGrants.oneToken(CLIENT), InsecureServerCredentials.create());
    for (String method : RoleCheck.METHODS.keySet()) {
      assertThat(call(method, CLIENT).isOk()).as(method).isTrue();
    }
    channel.shutdownNow();
    server.shutdownNow();
    serve(RoleGrants.open(), InsecureServerCredentials.create());
    for (String method : RoleCheck.METHODS.keySet()) {
      assertThat(call(method, null).isOk()).as(method).isTrue();
    }
  }

  @Test
  void aRoleIsThatOfANameInTheCertificate() throws Exception {
    String[] host = {"-ext", "san=dns:localhost,ip:127.0.0.1"};
    PemCertificate own = PemCertificate.make(dir, "door", "EC", host);
    RoleGrants roles =
        RoleGrants.of(
            Map.of(),
            Map.of(
                DoorRole.CLIENT, Set.of("ci"),
                DoorRole.WORKER, Set.of("rack.example", "uri:farm"),
                DoorRole.WRITER, Set.of("release")));
    assertThat(shown(own, roles, "ci")).isEqualTo(EnumSet.of(DoorRole.CLIENT));
    assertThat(shown(own, roles, "release"))
        .isEqualTo(EnumSet.of(DoorRole.CLIENT, DoorRole.WRITER));
    assertThat(shown(own, roles, "w1", "-ext", "san=dns:w1.example,dns:rack.example"))
        .isEqualTo(EnumSet.of(DoorRole.WORKER));
    assertThat(shown(own, roles, "w2", "-ext", "san=uri:uri:farm"))
        .isEqualTo(EnumSet.of(DoorRole.WORKER));
    assertThat(shown(own, roles, "ci2", "-ext", "san=dns:w1.example")).isEmpty();
    assertThat(shown(own, roles, "x, OU=ci")).isEmpty();
  }

  /** The roles of who shows a certificate with this common name. */
  private Set<DoorRole> shown(PemCertificate own, RoleGrants roles, String name, String... more)
      throws Exception {
    PemCertificate client = PemCertificate.make(dir, name, "EC", more);
    serve(roles, DoorCertificate.of(PortTls.of(own.file, own.key, client.file), timer));
    channel.shutdownNow();
    channel =
        NettyChannelBuilder.forAddress(
                "127.0.0.1",
                server.getPort(),
                TlsChannelCredentials.newBuilder()
                    .trustManager(own.file.toFile())
                    .keyManager(client.file.toFile(), client.key.toFile())
                    .build())
            .build();
    Set<DoorRole> known = EnumSet.noneOf(DoorRole.class);
    Map<DoorRole, String> methods =
        Map.of(
            DoorRole.CLIENT, "build.bazel.remote.execution.v2.Execution/Execute",
            DoorRole.WORKER, "google.devtools.remoteworkers.v1test2.Bots/UpdateBotSession",
            DoorRole.WRITER, "build.bazel.remote.execution.v2.ActionCache/UpdateActionResult");
    for (var one : methods.entrySet()) {
      Status status = call(one.getValue(), null);
      if (status.isOk()) {
        known.add(one.getKey());
      } else {
        assertThat(status.getCode()).as("%s", status).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(status.getDescription()).contains("needs the role " + one.getKey(), "-names");
      }
    }
    channel.shutdownNow();
    server.shutdownNow();
    return known;
  }
}
