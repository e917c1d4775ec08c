package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Duration;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.health.HealthCheckRequest;
import dev.rota.protocols.health.HealthCheckResponse;
import dev.rota.protocols.health.HealthGrpc;
import dev.rota.protocols.longrunning.CancelOperationRequest;
import dev.rota.protocols.longrunning.DeleteOperationRequest;
import dev.rota.protocols.longrunning.GetOperationRequest;
import dev.rota.protocols.longrunning.ListOperationsRequest;
import dev.rota.protocols.longrunning.OperationsGrpc;
import dev.rota.protocols.longrunning.WaitOperationRequest;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.CapabilitiesGrpc;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.DigestFunction;
import dev.rota.protocols.reapi.Directory;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.protocols.reapi.ExecutionGrpc;
import dev.rota.protocols.reapi.ExecutionStage;
import dev.rota.protocols.reapi.GetCapabilitiesRequest;
import dev.rota.protocols.reapi.WaitExecutionRequest;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.AbstractBlockingStub;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionTimeoutException;

/** A client that lies about actions, operations and names. Of blobs, another one lies. */
final class HostileClient {
  private static final String EXECUTE = "Execution/Execute";
  private static final String WAIT = "Execution/WaitExecution";
  private static final String GET = "Operations/GetOperation";
  private static final String LIST = "Operations/ListOperations";
  private static final String CANCEL = "Operations/CancelOperation";
  private static final String WATCH = "Health/Watch";

  /** As many as the front door lets one connection have. */
  private static final int STREAMS = 10_000;

  /** So many a front door may keep for one connection. */
  private static final int STREAMS_KEPT = 100;

  private static final java.time.Duration ENDED_AFTER = java.time.Duration.ofSeconds(2);

  private HostileClient() {}

  static List<HostileDeed> deeds() {
    List<HostileDeed> all = new ArrayList<>();
    all.addAll(digests());
    all.addAll(messages());
    all.addAll(trees());
    all.addAll(streams());
    all.addAll(names());
    all.addAll(operations());
    all.addAll(questions());
    return all;
  }

  static <T extends AbstractBlockingStub<T>> T patient(T stub) {
    return stub.withDeadlineAfter(FarmClient.SECONDS_MAX, TimeUnit.SECONDS);
  }

  static Digest digest(BlobDigest digest, long size) {
    return digest.message().toBuilder().setSizeBytes(size).build();
  }

  static Digest shouted(BlobDigest digest) {
    return digest.message().toBuilder()
        .setHash(digest.hash().toUpperCase(java.util.Locale.ROOT))
        .build();
  }

  private static BlobDigest action(FarmClient liar) throws IOException {
    return liar.put(liar.action(liar.shell("true")).build());
  }

  private static String execute(FarmClient liar, Digest digest) throws IOException {
    return liar.told(
        liar.run(
            ExecuteRequest.newBuilder()
                .setInstanceName(FarmClient.INSTANCE)
                .setActionDigest(digest)
                .build()));
  }

  private static String execute(FarmClient liar, Action.Builder action) throws IOException {
    return liar.told(liar.run(liar.request(action)));
  }

  private static List<HostileDeed> digests() {
    return List.of(
        new HostileDeed(
            EXECUTE,
            "an action of negative size",
            "INVALID_ARGUMENT",
            liar -> execute(liar, digest(action(liar), Long.MIN_VALUE))),
        new HostileDeed(
            EXECUTE,
            "an action of 2^63 − 1 bytes",
            "INVALID_ARGUMENT",
            liar -> execute(liar, digest(action(liar), Long.MAX_VALUE))),
        new HostileDeed(
            EXECUTE,
            "a size that is off by one",
            "FAILED_PRECONDITION",
            liar -> {
              BlobDigest action = action(liar);
              return execute(liar, digest(action, action.size() + 1));
            }),
        new HostileDeed(
            EXECUTE,
            "a hash in capitals",
            "INVALID_ARGUMENT",
            liar -> execute(liar, shouted(action(liar)))),
        new HostileDeed(
            EXECUTE,
            "a hash of paths: ../../../etc/passwd",
            "INVALID_ARGUMENT",
            liar ->
                execute(
                    liar,
                    Digest.newBuilder().setHash("../../../etc/passwd").setSizeBytes(1).build())),
        new HostileDeed(
            EXECUTE,
            "no digest",
            "INVALID_ARGUMENT",
            liar -> execute(liar, Digest.getDefaultInstance())),
        new HostileDeed(
            EXECUTE,
            "another hash function",
            "INVALID_ARGUMENT",
            liar ->
                liar.told(
                    liar.run(
                        FarmClient.request(action(liar)).toBuilder()
                            .setDigestFunction(DigestFunction.Value.MD5)
                            .build()))));
  }

  private static List<HostileDeed> messages() {
    return List.of(
        new HostileDeed(
            EXECUTE,
            "a blob that is no action",
            "INVALID_ARGUMENT",
            liar -> execute(liar, liar.put("\u0007no action" + FarmClient.fresh("")).message())),
        new HostileDeed(
            EXECUTE,
            "a command that is no command",
            "INVALID_ARGUMENT",
            liar ->
                execute(
                    liar,
                    liar.action(liar.shell("true"))
                        .setCommandDigest(liar.put("\u0007no command").message()))),
        new HostileDeed(
            EXECUTE,
            "a command without words",
            "INVALID_ARGUMENT",
            liar -> execute(liar, liar.action(liar.shell("true").clearArguments()))),
        new HostileDeed(
            EXECUTE,
            "a time-out below 0",
            "INVALID_ARGUMENT",
            liar ->
                execute(
                    liar,
                    liar.action(liar.shell("true"))
                        .setTimeout(Duration.newBuilder().setSeconds(-1)))),
        new HostileDeed(
            EXECUTE,
            "a time-out of 2^63 − 1 seconds",
            "INVALID_ARGUMENT",
            liar ->
                execute(
                    liar,
                    liar.action(liar.shell("true"))
                        .setTimeout(Duration.newBuilder().setSeconds(Long.MAX_VALUE)))),
        new HostileDeed(
            EXECUTE,
            "ten thousand properties",
            "INVALID_ARGUMENT|FAILED_PRECONDITION|RESOURCE_EXHAUSTED",
            liar -> {
              Command.Builder command = liar.shell("true");
              for (int i = 0; i < 10_000; i++) {
                command.getPlatformBuilder().addPropertiesBuilder().setName("p" + i).setValue("v");
              }
              return execute(liar, liar.action(command));
            }),
        new HostileDeed(
            EXECUTE,
            "a property with NUL and a new line in its name",
            "INVALID_ARGUMENT|FAILED_PRECONDITION",
            liar -> {
              Command.Builder command = liar.shell("true");
              command.getPlatformBuilder().addPropertiesBuilder().setName("a\0\nb").setValue("v");
              return execute(liar, liar.action(command));
            }),
        new HostileDeed(
            EXECUTE,
            "an argument with NUL",
            "INVALID_ARGUMENT",
            liar -> execute(liar, liar.action(liar.shell("true").addArguments("a\0b")))),
        new HostileDeed(
            EXECUTE,
            "a variable of the environment that is none",
            "INVALID_ARGUMENT",
            liar -> {
              Command.Builder command = liar.shell("true");
              command.addEnvironmentVariablesBuilder().setName("A=B").setValue("c");
              return execute(liar, liar.action(command));
            }),
        new HostileDeed(
            EXECUTE,
            "the lowest priority there is",
            "OK 0",
            liar -> {
              ExecuteRequest.Builder request =
                  liar.request(liar.action(liar.shell("true"))).toBuilder();
              request.getExecutionPolicyBuilder().setPriority(Integer.MAX_VALUE);
              return liar.told(liar.run(request.build()));
            }),
        new HostileDeed(
            EXECUTE,
            "a request of 9 MiB",
            "RESOURCE_EXHAUSTED",
            liar ->
                liar.told(
                    liar.run(
                        FarmClient.request(action(liar)).toBuilder()
                            .addInlineOutputFiles("x".repeat(9 << 20))
                            .build()))),
        new HostileDeed(
            EXECUTE,
            "headers of 1 MB",
            "RESOURCE_EXHAUSTED|INTERNAL|UNAVAILABLE|UNKNOWN|CANCELLED",
            HostileClient::executeWithHeaders));
  }

  /** Its connection may end by this, but nobody else's. */
  private static String executeWithHeaders(FarmClient liar) throws IOException {
    Metadata headers = new Metadata();
    for (int i = 0; i < 100; i++) {
      headers.put(
          Metadata.Key.of("x-lie-" + i, Metadata.ASCII_STRING_MARSHALLER), "x".repeat(10_000));
    }
    Iterator<?> operations =
        patient(ExecutionGrpc.newBlockingStub(liar.door()))
            .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
            .execute(FarmClient.request(action(liar)));
    return "OK " + operations.next();
  }

  private static String executeIn(FarmClient liar, Directory root) throws IOException {
    return execute(
        liar, liar.action(liar.shell("ls")).setInputRootDigest(liar.put(root).message()));
  }

  private static Directory.Builder file(FarmClient liar, String name) throws IOException {
    Directory.Builder root = Directory.newBuilder();
    root.addFilesBuilder().setName(name).setDigest(liar.put("some").message());
    return root;
  }

  private static Directory link(String target) {
    Directory.Builder root = Directory.newBuilder();
    root.addSymlinksBuilder().setName("l").setTarget(target);
    return root.build();
  }

  private static List<HostileDeed> trees() {
    List<HostileDeed> all = new ArrayList<>();
    for (String name : List.of("..", ".", "", "a/b", "/etc", "a\0b", "x".repeat(256))) {
      all.add(
          new HostileDeed(
              EXECUTE,
              "an input of the name '%.8s'".formatted(name.replace('\0', '0')),
              "INVALID_ARGUMENT",
              liar -> executeIn(liar, file(liar, name).build())));
    }
    for (String target : List.of("/etc/passwd", "../x", "a/../../x", "")) {
      all.add(
          new HostileDeed(
              EXECUTE,
              "an input that is a link to '" + target + "'",
              "INVALID_ARGUMENT",
              liar -> executeIn(liar, link(target))));
    }
    all.add(
        new HostileDeed(
            EXECUTE,
            "an input twice",
            "INVALID_ARGUMENT",
            liar -> {
              Directory.Builder root = file(liar, "a");
              return executeIn(liar, root.addFiles(root.getFiles(0)).build());
            }));
    all.add(
        new HostileDeed(
            EXECUTE,
            "inputs that are no directory",
            "INVALID_ARGUMENT",
            liar ->
                execute(
                    liar,
                    liar.action(liar.shell("ls"))
                        .setInputRootDigest(liar.put("\u0007no directory").message()))));
    all.add(
        new HostileDeed(
            EXECUTE,
            "inputs that nobody has",
            "FAILED_PRECONDITION",
            liar -> {
              Directory.Builder root = Directory.newBuilder();
              byte[] absent = FarmClient.fresh("absent").getBytes(UTF_8);
              root.addFilesBuilder().setName("a").setDigest(BlobDigest.of(absent).message());
              return executeIn(liar, root.build());
            }));
    return all;
  }

  private static List<HostileDeed> streams() {
    return List.of(
        new HostileDeed(
            EXECUTE,
            "two hundred clients that go at once",
            "OK",
            liar -> {
              ExecuteRequest request = liar.request(liar.action(liar.shell("true")));
              for (int i = 0; i < 200; i++) {
                Context.CancellableContext call = Context.current().withCancellation();
                call.run(() -> ExecutionGrpc.newStub(liar.door()).execute(request, new Deaf<>()));
                call.cancel(null);
              }
              return "OK";
            }),
        new HostileDeed(
            WATCH,
            STREAMS + " streams for a service that is not here",
            "OK",
            liar -> {
              int left = watched(liar, "nothing.like.it");
              return left <= STREAMS_KEPT ? "OK" : "HELD " + left + " streams";
            }));
  }

  /** How many of the streams are open when each has an answer. */
  private static int watched(FarmClient liar, String service) throws Exception {
    HealthCheckRequest request = HealthCheckRequest.newBuilder().setService(service).build();
    AtomicInteger open = new AtomicInteger(STREAMS);
    CountDownLatch heard = new CountDownLatch(STREAMS);
    ManagedChannel own = liar.another().door();
    try {
      for (int i = 0; i < STREAMS; i++) {
        HealthGrpc.newStub(own).watch(request, new HealthEar(heard, open));
      }
      if (!heard.await(FarmClient.SECONDS_MAX, TimeUnit.SECONDS)) {
        throw Status.DEADLINE_EXCEEDED.asRuntimeException();
      }
      try {
        await().atMost(ENDED_AFTER).until(() -> open.get() <= STREAMS_KEPT);
      } catch (ConditionTimeoutException _) {
        return open.get();
      }
      return open.get();
    } finally {
      own.shutdownNow();
    }
  }

  /** Hears that a stream has an answer, and that it ended. */
  private record HealthEar(CountDownLatch heard, AtomicInteger open)
      implements StreamObserver<HealthCheckResponse> {
    @Override
    public void onNext(HealthCheckResponse answer) {
      heard.countDown();
    }

    @Override
    public void onError(Throwable fault) {
      open.decrementAndGet();
      heard.countDown();
    }

    @Override
    public void onCompleted() {
      open.decrementAndGet();
      heard.countDown();
    }
  }

  /** Does not listen. */
  static final class Deaf<T> implements StreamObserver<T> {
    @Override
    public void onNext(T answer) {}

    @Override
    public void onError(Throwable fault) {}

    @Override
    public void onCompleted() {}
  }

  /** Names of operations that nobody was given. */
  private static List<HostileDeed> names() {
    List<HostileDeed> all = new ArrayList<>();
    for (String name :
        List.of("", "/", "main/", "main/../../etc/passwd", "main/a\0b", "x".repeat(1 << 20))) {
      String told = "the name '%.24s'".formatted(name.replace('\0', '0'));
      String must = "INVALID_ARGUMENT|NOT_FOUND|RESOURCE_EXHAUSTED|INTERNAL";
      all.add(
          new HostileDeed(
              GET,
              told,
              must,
              liar ->
                  "OK "
                      + operations(liar)
                          .getOperation(GetOperationRequest.newBuilder().setName(name).build())));
      all.add(
          new HostileDeed(
              WAIT,
              told,
              must,
              liar ->
                  "OK "
                      + patient(ExecutionGrpc.newBlockingStub(liar.door()))
                          .waitExecution(WaitExecutionRequest.newBuilder().setName(name).build())
                          .next()));
    }
    return all;
  }

  private static OperationsGrpc.OperationsBlockingStub operations(FarmClient liar) {
    return patient(OperationsGrpc.newBlockingStub(liar.door()));
  }

  /**
   * Somebody else's build that waits for bots that are not there, while the liar does something.
   */
  private static String besideAnOperation(FarmClient liar, NamedDeed deed) throws Exception {
    FarmClient victim = liar.of(FarmClient.fresh("nobody"));
    OperationReader waiting =
        OperationReader.execute(victim.door(), victim.request(victim.action(victim.shell("true"))));
    waiting.until(ExecutionStage.Value.QUEUED);
    try {
      return deed.by(waiting.name());
    } finally {
      var _ =
          operations(liar)
              .cancelOperation(CancelOperationRequest.newBuilder().setName(waiting.name()).build());
    }
  }

  /** What is done to somebody's operation. */
  private interface NamedDeed {
    String by(String operation) throws Exception;
  }

  private static List<HostileDeed> operations() {
    return List.of(
        new HostileDeed(
            GET,
            "an operation of another instance",
            "NOT_FOUND",
            liar -> besideAnOperation(liar, name -> get(liar, strange(name)))),
        new HostileDeed(
            CANCEL,
            "an operation of another instance",
            "NOT_FOUND",
            liar -> besideAnOperation(liar, name -> cancel(liar, strange(name)))),
        new HostileDeed(
            CANCEL, "what nobody has begun", "NOT_FOUND", liar -> cancel(liar, "main/nothing")),
        new HostileDeed(
            "Operations/DeleteOperation",
            "an operation that others need",
            "UNIMPLEMENTED",
            liar ->
                besideAnOperation(
                    liar,
                    name ->
                        "OK "
                            + operations(liar)
                                .deleteOperation(
                                    DeleteOperationRequest.newBuilder().setName(name).build()))),
        new HostileDeed(
            "Operations/WaitOperation",
            "what nobody has begun",
            "UNIMPLEMENTED|NOT_FOUND",
            liar ->
                "OK "
                    + operations(liar)
                        .waitOperation(
                            WaitOperationRequest.newBuilder().setName("main/nothing").build())));
  }

  private static String strange(String name) {
    return "other/" + name.substring(name.lastIndexOf('/') + 1);
  }

  private static String get(FarmClient liar, String name) {
    return "OK "
        + operations(liar).getOperation(GetOperationRequest.newBuilder().setName(name).build());
  }

  private static String cancel(FarmClient liar, String name) {
    return "OK "
        + operations(liar)
            .cancelOperation(CancelOperationRequest.newBuilder().setName(name).build());
  }

  private static HostileDeed list(String what, String must, ListOperationsRequest.Builder asked) {
    ListOperationsRequest request = asked.setName(FarmClient.INSTANCE).build();
    return new HostileDeed(
        LIST,
        what,
        must,
        liar -> "OK " + operations(liar).listOperations(request).getOperationsCount());
  }

  private static ListOperationsRequest.Builder listed() {
    return ListOperationsRequest.newBuilder();
  }

  private static List<HostileDeed> questions() {
    return List.of(
        list("a page of −1", "INVALID_ARGUMENT", listed().setPageSize(-1)),
        list("a page of 2^31 − 1", "OK", listed().setPageSize(Integer.MAX_VALUE)),
        list("a filter", "INVALID_ARGUMENT", listed().setFilter("name = \"a\" OR 1 = 1")),
        list("somebody's page token", "INVALID_ARGUMENT", listed().setPageToken("../../token")),
        list("a token below 0", "INVALID_ARGUMENT", listed().setPageToken("-1--1")),
        list("a token beyond all", "OK 0", listed().setPageToken("999999999999999999-999999999")),
        list("a token of 1 MB", "INVALID_ARGUMENT", listed().setPageToken("9".repeat(1 << 20))),
        new HostileDeed(
            "Capabilities/GetCapabilities",
            "an instance of slashes and NUL",
            "OK|NOT_FOUND|INVALID_ARGUMENT",
            liar ->
                "OK "
                    + patient(CapabilitiesGrpc.newBlockingStub(liar.door()))
                        .getCapabilities(
                            GetCapabilitiesRequest.newBuilder()
                                .setInstanceName("/../\0/")
                                .build())),
        new HostileDeed(
            "Health/Check",
            "a service that is not here",
            "NOT_FOUND",
            liar ->
                "OK "
                    + patient(HealthGrpc.newBlockingStub(liar.door()))
                        .check(HealthCheckRequest.newBuilder().setService("a/../\0").build())));
  }
}
