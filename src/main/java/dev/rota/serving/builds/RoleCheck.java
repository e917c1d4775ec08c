package dev.rota.serving.builds;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.protocols.bytestream.ByteStreamGrpc;
import dev.rota.protocols.health.HealthGrpc;
import dev.rota.protocols.longrunning.OperationsGrpc;
import dev.rota.protocols.reapi.ActionCacheGrpc;
import dev.rota.protocols.reapi.CapabilitiesGrpc;
import dev.rota.protocols.reapi.ContentAddressableStorageGrpc;
import dev.rota.protocols.reapi.ExecutionGrpc;
import dev.rota.protocols.remoteworkers.BotsGrpc;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Lets in who has a role that may call the method. A token comes with each call (RFC 6750), a
 * certificate with the connection. Probes need neither.
 */
final class RoleCheck implements ServerInterceptor {
  /** Whoever asks. */
  private static final Set<DoorRole> ANYBODY = Set.of();

  private static final Set<DoorRole> CLIENT = Set.of(DoorRole.CLIENT);
  private static final Set<DoorRole> WORKER = Set.of(DoorRole.WORKER);
  private static final Set<DoorRole> ANY = Set.copyOf(EnumSet.allOf(DoorRole.class));

  /** By method, who may call it. What is not here is refused, and not passed on. */
  static final Map<String, Set<DoorRole>> METHODS = methods();

  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final String BEARER = "Bearer ";

  private final RoleGrants grants;

  RoleCheck(RoleGrants grants) {
    this.grants = grants;
  }

  private static Map<String, Set<DoorRole>> methods() {
    Map<String, Set<DoorRole>> all = new HashMap<>();
    put(all, ANYBODY, HealthGrpc.getCheckMethod(), HealthGrpc.getWatchMethod());
    put(all, CLIENT, ExecutionGrpc.getExecuteMethod(), ExecutionGrpc.getWaitExecutionMethod());
    put(
        all,
        CLIENT,
        OperationsGrpc.getListOperationsMethod(),
        OperationsGrpc.getGetOperationMethod(),
        OperationsGrpc.getDeleteOperationMethod(),
        OperationsGrpc.getCancelOperationMethod(),
        OperationsGrpc.getWaitOperationMethod());
    put(all, WORKER, BotsGrpc.getCreateBotSessionMethod(), BotsGrpc.getUpdateBotSessionMethod());
    put(
        all,
        ANY,
        CapabilitiesGrpc.getGetCapabilitiesMethod(),
        ContentAddressableStorageGrpc.getFindMissingBlobsMethod(),
        ContentAddressableStorageGrpc.getBatchUpdateBlobsMethod(),
        ContentAddressableStorageGrpc.getBatchReadBlobsMethod(),
        ContentAddressableStorageGrpc.getGetTreeMethod(),
        ByteStreamGrpc.getReadMethod(),
        ByteStreamGrpc.getWriteMethod(),
        ByteStreamGrpc.getQueryWriteStatusMethod(),
        ActionCacheGrpc.getGetActionResultMethod());
    put(all, Set.of(DoorRole.WRITER), ActionCacheGrpc.getUpdateActionResultMethod());
    return Collections.unmodifiableMap(all);
  }

  private static void put(
      Map<String, Set<DoorRole>> to, Set<DoorRole> roles, MethodDescriptor<?, ?>... methods) {
    List.of(methods).forEach(method -> to.put(method.getFullMethodName(), roles));
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    String method = call.getMethodDescriptor().getFullMethodName();
    Set<DoorRole> allowed = METHODS.get(method);
    Status refusal =
        allowed == null
            ? Status.UNIMPLEMENTED.withDescription("the front door has no method " + method)
            : allowed.equals(ANYBODY) ? null : refusal(method, allowed, call, headers);
    if (refusal == null) {
      return next.startCall(call, headers);
    }
    call.close(refusal, new Metadata());
    return new ServerCall.Listener<>() {};
  }

  /** Why the caller may not call the method; null: it may. */
  private Status refusal(
      String method, Set<DoorRole> allowed, ServerCall<?, ?> call, Metadata headers) {
    Set<DoorRole> roles = EnumSet.noneOf(DoorRole.class);
    roles.addAll(grants.everybody());
    String said = headers.get(HEADER);
    if (!grants.tokens().isEmpty() && said != null) {
      Set<DoorRole> given = ofToken(said);
      if (given.isEmpty()) {
        return unknown("the token is wrong");
      }
      roles.addAll(given);
    }
    Set<String> names =
        grants.names().isEmpty()
            ? Set.of()
            : names(call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION));
    names.forEach(name -> roles.addAll(grants.names().getOrDefault(name, Set.of())));
    if (!Collections.disjoint(roles, allowed)) {
      return null;
    }
    return roles.isEmpty() && said == null && !grants.tokens().isEmpty()
        ? unknown("the token is missing")
        : Status.PERMISSION_DENIED.withDescription(words(method, allowed, roles, names));
  }

  private static Status unknown(String what) {
    return Status.UNAUTHENTICATED.withDescription(
        what + "; send the header 'authorization: Bearer TOKEN'");
  }

  private static String words(
      String method, Set<DoorRole> allowed, Set<DoorRole> roles, Set<String> names) {
    String needed =
        allowed.stream().sorted().map(DoorRole::toString).collect(Collectors.joining(" or "));
    String has =
        !roles.isEmpty()
            ? "the caller is " + roles
            : names.isEmpty()
                ? "the caller has none"
                : "the certificate's names have none: " + names;
    return "%s needs the role %s; %s. Whoever runs the front door gives it: 'rota reapi --%s-token-file' or '--%s-names'"
        .formatted(method, needed, has, least(allowed), least(allowed));
  }

  private static DoorRole least(Set<DoorRole> allowed) {
    return Collections.min(allowed);
  }

  /** Takes as long for a text that is nearly a token as for any other. */
  private Set<DoorRole> ofToken(String said) {
    Set<DoorRole> roles = EnumSet.noneOf(DoorRole.class);
    if (said.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      byte[] token = said.substring(BEARER.length()).strip().getBytes(UTF_8);
      grants
          .tokens()
          .forEach(
              (known, given) -> {
                if (MessageDigest.isEqual(token, known.getBytes(UTF_8))) {
                  roles.addAll(given);
                }
              });
    }
    return roles;
  }

  /** The names in a client's certificate: common names of its subject, and alternative ones. */
  private static Set<String> names(SSLSession session) {
    Set<String> names = new TreeSet<>();
    try {
      Certificate[] chain = session == null ? new Certificate[0] : session.getPeerCertificates();
      if (chain.length > 0 && chain[0] instanceof X509Certificate shown) {
        new LdapName(shown.getSubjectX500Principal().getName())
            .getRdns().stream()
                .filter(one -> one.getType().equalsIgnoreCase("CN"))
                .forEach(one -> names.add(one.getValue().toString()));
        Collection<List<?>> more = shown.getSubjectAlternativeNames();
        for (List<?> name : more == null ? List.<List<?>>of() : more) {
          if (name.get(1) instanceof String text) {
            names.add(text);
          }
        }
      }
    } catch (SSLPeerUnverifiedException | CertificateParsingException | InvalidNameException _) {
      names.clear(); // it shows none, or none that can be read
    }
    return names;
  }
}
