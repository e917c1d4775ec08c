package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Struct;
import dev.rota.app.builds.FrontDoorOpener;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.StatusDetails;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.bots.BotsDomain;
import dev.rota.protocols.health.HealthCheckRequest;
import dev.rota.protocols.health.HealthCheckResponse;
import dev.rota.protocols.health.HealthGrpc;
import dev.rota.protocols.longrunning.CancelOperationRequest;
import dev.rota.protocols.longrunning.DeleteOperationRequest;
import dev.rota.protocols.longrunning.GetOperationRequest;
import dev.rota.protocols.longrunning.ListOperationsRequest;
import dev.rota.protocols.longrunning.ListOperationsResponse;
import dev.rota.protocols.longrunning.Operation;
import dev.rota.protocols.longrunning.OperationsGrpc;
import dev.rota.protocols.reapi.ActionCacheGrpc;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.CapabilitiesGrpc;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.protocols.reapi.ExecuteResponse;
import dev.rota.protocols.reapi.ExecutionStage;
import dev.rota.protocols.reapi.GetCapabilitiesRequest;
import dev.rota.protocols.reapi.OutputFile;
import dev.rota.protocols.reapi.UpdateActionResultRequest;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.BotsGrpc;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import dev.rota.protocols.remoteworkers.UpdateBotSessionRequest;
import dev.rota.protocols.rpc.PreconditionFailure;
import dev.rota.serving.builds.DoorAccess;
import dev.rota.serving.builds.DoorRole;
import dev.rota.serving.builds.FrontDoorOptions;
import dev.rota.serving.builds.RoleGrants;
import dev.rota.serving.builds.SessionKey;
import dev.rota.testing.LiveThread;
import dev.rota.testing.StoragePort;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients and workers meet at front doors, and the audit proves what was decided there. */
class FrontDoorIT {
  private static final String INSTANCE = GridCluster.INSTANCE;
  private static final Duration AT_ONCE = Duration.ofMillis(1);

  /** All front doors of a grid have the same. */
  private static final SessionKey KEY = SessionKey.of(new byte[] {1, 2, 3});

  @TempDir private static Path state;

  private static DomainCluster cluster;
  private static GridCluster grid;
  private static StoragePort storage;
  private static OpenDoor door;

  /** As the command opens one. */
  private static OpenDoor doorOfSettings() throws IOException {
    Settings settings =
        new SettingsSources()
            .flag("-b", KnownSettings.BOOTSTRAP, cluster.bootstrap())
            .flag("--registry", KnownSettings.REGISTRY, cluster.registry())
            .flag("--instances", KnownSettings.BUILDS_INSTANCES, INSTANCE)
            .load();
    return OpenDoor.of(FrontDoorOpener.open(settings, DoorAccess.local(0, KEY), grid.place()));
  }

  private static OpenDoor openDoor(Duration abandonedAfter) throws IOException {
    return openDoor(abandonedAfter, RoleGrants.open());
  }

  private static OpenDoor openDoor(Duration abandonedAfter, RoleGrants roles) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return grid.door(
        new FrontDoorOptions(
            GridCluster.GRID,
            Set.of(INSTANCE, "other"),
            new DoorAccess(any, null, roles, KEY),
            grid.place(),
            abandonedAfter));
  }

  @BeforeAll
  static void open() throws Exception {
    cluster = new DomainCluster(new BotsDomain(), 2);
    grid = new GridCluster(cluster, state);
    storage = grid.storage();
    door = openDoor(null);
  }

  @AfterAll
  static void close() throws Exception {
    door.close();
    grid.close();
  }

  private static ActionResult said(String words) {
    return ActionResult.newBuilder().setStdoutRaw(ByteString.copyFromUtf8(words)).build();
  }

  @Test
  void anActionIsExecutedByAWorkerAndItsResultIsCached() throws Exception {
    ExecuteRequest request = grid.request("whole", "cc", "a.c");
    OperationReader client = door.execute(request);
    Operation queued = client.until(ExecutionStage.Value.QUEUED);
    assertThat(queued.getName()).startsWith(INSTANCE + "/");
    Operation asked = door.get(queued.getName());
    assertThat(
            OperationReader.metadata(asked)
                .getPartialExecutionMetadata()
                .getAuxiliaryMetadata(0)
                .unpack(Struct.class)
                .getFieldsMap()
                .get("position")
                .getStringValue())
        .startsWith("~"); // others' jobs may wait too

    FakeWorker worker = door.worker("whole");
    Lease lease = worker.take();
    assertThat(lease.getPayload().unpack(Digest.class)).isEqualTo(request.getActionDigest());
    Operation running = client.until(ExecutionStage.Value.EXECUTING);
    assertThat(OperationReader.metadata(running).getPartialExecutionMetadata().getWorker())
        .isEqualTo("bot-of-whole");
    assertThat(OperationReader.metadata(running).getActionDigest())
        .isEqualTo(request.getActionDigest());
    assertThat(worker.complete(said("done")).getLeasesList()).isEmpty();
    ExecuteResponse response = client.response();
    assertThat(response.getResult()).isEqualTo(said("done"));
    assertThat(response.getCachedResult()).isFalse();
    assertThat(response.hasStatus()).isFalse();

    ExecuteResponse again = door.execute(request).response();
    assertThat(again.getResult()).isEqualTo(said("done"));
    assertThat(again.getCachedResult()).isTrue();

    OperationReader forced = door.execute(request.toBuilder().setSkipCacheLookup(true).build());
    forced.open();
    worker.take();
    worker.complete(said("again"));
    assertThat(forced.response().getResult()).isEqualTo(said("again"));
    worker.leave();
  }

  @Test
  void aFailureIsNotCachedAndSaysWhyAndALargeResultGoesByTheStorage() throws Exception {
    ExecuteRequest request = grid.request("failing", "false");
    FakeWorker worker = door.worker("failing");
    OperationReader client = door.execute(request);
    worker.take();
    ActionResult failed = said("x".repeat(100_000)).toBuilder().setExitCode(2).build();
    worker.complete(failed);
    assertThat(client.response().getResult()).isEqualTo(failed);

    OperationReader second = door.execute(request);
    second.open();
    worker.take();
    worker.fail(Status.Code.INVALID_ARGUMENT.value(), "no such program");
    ExecuteResponse response = second.response();
    assertThat(response.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT.value());
    assertThat(response.getStatus().getMessage()).isEqualTo("no such program");

    OperationReader uncached =
        door.execute(grid.request(grid.action("failing", "date").setDoNotCache(true).build()));
    worker.take();
    worker.complete(said("today"));
    assertThat(uncached.response().getResult()).isEqualTo(said("today"));
    OperationReader next =
        door.execute(grid.request(grid.action("failing", "date").setDoNotCache(true).build()));
    next.open();
    worker.take();
    worker.complete(said("tomorrow"));
    assertThat(next.response().getResult()).isEqualTo(said("tomorrow"));
    worker.leave();
  }

  @Test
  void equalActionsAreExecutedOnceAndEachClientIsAnswered() throws Exception {
    ExecuteRequest request = grid.request("joined", "cc", "b.c");
    OperationReader one = door.execute(request);
    one.until(ExecutionStage.Value.QUEUED);
    OperationReader other = door.execute(request);
    other.until(ExecutionStage.Value.QUEUED);
    assertThat(one.name()).isNotEqualTo(other.name());
    FakeWorker worker = door.worker("joined");
    worker.take();
    assertThat(worker.states()).containsExactly(LeaseState.ACTIVE);
    worker.complete(said("both"));
    assertThat(one.response().getResult()).isEqualTo(said("both"));
    assertThat(other.response().getResult()).isEqualTo(said("both"));
    worker.leave();
  }

  @Test
  void anotherFrontDoorGoesOnWithWhatOneHasBegun() throws Exception {
    OperationReader client;
    FakeWorker worker;
    try (OpenDoor first = openDoor(AT_ONCE)) {
      client = first.execute(grid.request("moved", "cc", "c.c"));
      client.until(ExecutionStage.Value.QUEUED);
      worker = first.worker("moved");
      worker.take();
      client.until(ExecutionStage.Value.EXECUTING);
    }
    assertThat(client.failure().getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    OperationReader again = OperationReader.await(door.channel(), client.name());
    again.until(ExecutionStage.Value.EXECUTING);
    worker.goTo(door.channel());
    worker.complete(said("moved"));
    assertThat(again.response().getResult()).isEqualTo(said("moved"));

    try (OpenDoor third = doorOfSettings()) {
      Operation over = third.get(client.name());
      assertThat(over.getDone()).isTrue();
      assertThat(OperationReader.response(over).getResult()).isEqualTo(said("moved"));
      assertThat(OperationReader.await(third.channel(), client.name()).response().getResult())
          .isEqualTo(said("moved"));
    }
    worker.leave();
  }

  @Test
  void whoeverWaitsAtAFrontDoorThatEndsIsSentToAnother() throws Exception {
    String words = "this front door has ended; ask another one";
    Set<LiveThread> others = LiveThread.named("builds");
    OpenDoor ending = openDoor(AT_ONCE);
    FakeWorker worker = ending.worker("ends");
    var poll =
        BotsGrpc.newFutureStub(ending.channel())
            .updateBotSession(
                UpdateBotSessionRequest.newBuilder()
                    .setName(worker.session().getName())
                    .setBotSession(worker.session())
                    .build());
    // By the same connection, so the poll is there first.
    OperationReader client = ending.execute(grid.request("waits", "n"));
    client.until(ExecutionStage.Value.QUEUED);
    ending.door().close();
    refused(
        Status.Code.UNAVAILABLE,
        () -> {
          throw client.failure();
        },
        words);
    assertThat(poll)
        .failsWithin(OpenDoor.WAIT_MAX)
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining(words);
    ending.channel().shutdownNow();
    await().until(() -> others.containsAll(LiveThread.named("builds")));
    worker.goTo(door.channel());
    worker.leave(); // the grid has heard all that came before
    assertThat(door.get(client.name()).getDone()).as("abandoned").isFalse();
  }

  /** Each may have read less than the other, and neither says that something is over. */
  @Test
  void aBalancerMaySendEachCallElsewhere() throws Exception {
    try (OpenDoor other = openDoor(null)) {
      List<OpenDoor> doors = List.of(door, other);
      FakeWorker worker = door.worker("balanced");
      for (int i = 0; i < 20; i++) {
        OpenDoor here = doors.get(i % 2);
        OpenDoor there = doors.get((i + 1) % 2);
        OperationReader client = here.execute(grid.request("balanced", "n" + i));
        var _ = client.begun();
        assertThat(there.get(client.name()).getName()).isEqualTo(client.name());
        worker.goTo(there.channel());
        worker.update();
        worker.goTo(here.channel());
        worker.take();
        assertThat(worker.states()).containsExactly(LeaseState.ACTIVE);
        OperationReader second = OperationReader.await(there.channel(), client.name());
        worker.goTo(there.channel());
        worker.complete(said("n" + i));
        assertThat(client.response().getResult()).isEqualTo(said("n" + i));
        assertThat(second.response().getResult()).isEqualTo(said("n" + i));
      }
      worker.leave();
    }
  }

  @Test
  void anOperationIsCancelledAndItsWorkerIsTold() throws Exception {
    OperationReader client = door.execute(grid.request("cancelled", "sleep", "9"));
    FakeWorker worker = door.worker("cancelled");
    worker.take();
    client.until(ExecutionStage.Value.EXECUTING);
    CancelOperationRequest cancel =
        CancelOperationRequest.newBuilder().setName(client.name()).build();
    var _ = door.operations().cancelOperation(cancel);
    assertThat(client.response().getStatus().getCode()).isEqualTo(Status.Code.CANCELLED.value());
    worker.update();
    assertThat(worker.states()).containsExactly(LeaseState.CANCELLED);
    var again = door.operations().cancelOperation(cancel);
    assertThat(again).isNotNull();
    worker.leave();
  }

  @Test
  void anOperationWhoseClientGoesIsCancelledUnlessItComesBack() throws Exception {
    try (OpenDoor impatient = openDoor(AT_ONCE)) {
      OperationReader client = impatient.execute(grid.request("left", "sleep", "1"));
      client.until(ExecutionStage.Value.QUEUED);
      client.leave();
      await().atMost(OpenDoor.WAIT_MAX).until(() -> door.get(client.name()).getDone());
      assertThat(OperationReader.response(door.get(client.name())).getStatus().getCode())
          .isEqualTo(Status.Code.CANCELLED.value());

      OperationReader one = impatient.execute(grid.request("left", "sleep", "2"));
      one.until(ExecutionStage.Value.QUEUED);
      OperationReader other = OperationReader.await(impatient.channel(), one.name());
      other.until(ExecutionStage.Value.QUEUED);
      one.leave();
      FakeWorker worker = impatient.worker("left");
      worker.take();
      worker.complete(said("two waited"));
      assertThat(other.response().getResult()).isEqualTo(said("two waited"));
      worker.leave();
    }
  }

  @Test
  void manyOperationsWaitAndNoneHoldsAThread() throws Exception {
    int count = 500;
    List<OperationReader> clients = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      clients.add(door.execute(grid.request("many", "n" + i)));
    }
    clients.forEach(one -> one.until(ExecutionStage.Value.QUEUED));
    assertThat(LiveThread.named("builds")).hasSizeLessThan(count / 2);
    FakeWorker worker = door.worker("many", count);
    ActionResult many = said("together more than a record may have".repeat(100));
    int done = 0;
    while (done < count) {
      worker.take();
      done += worker.states().size();
      worker.complete(many);
    }
    clients.forEach(one -> assertThat(one.response().getResult()).isEqualTo(many));
    worker.leave();
  }

  @Test
  void operationsAreListedByPages() throws Exception {
    List<String> begun = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      OperationReader client =
          door.execute(
              grid.request("listed", "n" + i).toBuilder().setInstanceName("other").build());
      client.until(ExecutionStage.Value.QUEUED);
      begun.add(client.name());
    }
    List<String> listed = new ArrayList<>();
    String token = "";
    do {
      ListOperationsResponse page =
          door.operations()
              .listOperations(
                  ListOperationsRequest.newBuilder()
                      .setName("other")
                      .setPageSize(2)
                      .setPageToken(token)
                      .build());
      assertThat(page.getOperationsCount()).isLessThanOrEqualTo(2);
      page.getOperationsList().forEach(one -> listed.add(one.getName()));
      token = page.getNextPageToken();
    } while (!token.isEmpty());
    assertThat(listed).isEqualTo(begun);
    String elsewhere = INSTANCE + begun.get(0).substring("other".length());
    refused(Status.Code.NOT_FOUND, () -> door.get(elsewhere), elsewhere);
    refused(
        Status.Code.NOT_FOUND,
        () ->
            door.operations()
                .cancelOperation(CancelOperationRequest.newBuilder().setName(elsewhere).build()),
        elsewhere);
    assertThat(door.get(begun.get(0)).getDone()).isFalse();
    refused(
        Status.Code.INVALID_ARGUMENT,
        () ->
            door.operations()
                .listOperations(
                    ListOperationsRequest.newBuilder()
                        .setName("other")
                        .setFilter("done=true")
                        .build()),
        "filter");
  }

  private interface Call {
    Object run() throws Exception;
  }

  private static void refused(Status.Code code, Call call, String... words) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            fault -> {
              assertThat(fault.getStatus().getCode()).as("%s", fault).isEqualTo(code);
              assertThat(fault.getStatus().getDescription()).contains(words);
            });
  }

  private static void refused(Status.Code code, ExecuteRequest request, String... words) {
    refused(
        code,
        () -> {
          throw door.execute(request).failure();
        },
        words);
  }

  @Test
  void whatCannotBeExecutedIsRefusedWithWords() throws Exception {
    ExecuteRequest good = grid.request("refused", "true");
    refused(
        Status.Code.NOT_FOUND,
        good.toBuilder().setInstanceName("unknown").build(),
        "instance_name",
        "'unknown'",
        "main, other");
    refused(
        Status.Code.INVALID_ARGUMENT,
        good.toBuilder().setActionDigest(Digest.newBuilder().setHash("xyz")).build(),
        "action_digest",
        "xyz/0",
        "SHA-256");
    refused(
        Status.Code.INVALID_ARGUMENT,
        good.toBuilder().clearActionDigest().build(),
        "action_digest");
    BlobDigest noise = storage.put(new byte[] {1, 2, 3});
    refused(
        Status.Code.INVALID_ARGUMENT,
        good.toBuilder().setActionDigest(noise.message()).build(),
        "action_digest",
        "no such message");
    refused(
        Status.Code.INVALID_ARGUMENT,
        grid.request(
            grid.action("refused", "true")
                .setTimeout(com.google.protobuf.Duration.newBuilder().setSeconds(1_000_000))
                .build()),
        "timeoutMs");
    refused(Status.Code.INVALID_ARGUMENT, grid.request("refused"), "command.arguments");
    refused(Status.Code.INVALID_ARGUMENT, grid.request("f".repeat(2_000), "true"), "properties");
  }

  @Test
  void missingBlobsAreNamed() throws Exception {
    BlobDigest absent = BlobDigest.of(new byte[] {42});
    ExecuteRequest request =
        grid.request(grid.action("missing", "true").setInputRootDigest(absent.message()).build());
    var status = StatusDetails.of(door.execute(request).failure());
    assertThat(status.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION.value());
    PreconditionFailure failure = status.getDetails(0).unpack(PreconditionFailure.class);
    assertThat(failure.getViolations(0).getType()).isEqualTo("MISSING");
    assertThat(failure.getViolations(0).getSubject()).isEqualTo("blobs/" + absent);

    ExecuteRequest unknown =
        request.toBuilder().setActionDigest(BlobDigest.of(new byte[] {43}).message()).build();
    assertThat(door.execute(unknown).failure().getStatus().getCode())
        .isEqualTo(Status.Code.FAILED_PRECONDITION);
  }

  @Test
  void operationsAndSessionsThatAreNotThereAreNotFound() throws Exception {
    refused(Status.Code.NOT_FOUND, () -> door.get(INSTANCE + "/nothing"), "nothing");
    refused(Status.Code.NOT_FOUND, () -> door.get("elsewhere/nothing"), "instance 'elsewhere'");
    refused(Status.Code.INVALID_ARGUMENT, () -> door.get(""), "name");
    refused(
        Status.Code.NOT_FOUND,
        () -> {
          throw OperationReader.await(door.channel(), INSTANCE + "/nothing").failure();
        },
        "nothing");
    refused(
        Status.Code.NOT_FOUND,
        () ->
            door.operations()
                .cancelOperation(
                    CancelOperationRequest.newBuilder().setName(INSTANCE + "/nothing").build()),
        "nothing");
    refused(
        Status.Code.UNIMPLEMENTED,
        () -> door.operations().deleteOperation(DeleteOperationRequest.getDefaultInstance()),
        "completedRetentionMs");

    FakeWorker old = door.worker("twice");
    FakeWorker young = door.worker("twice");
    refused(Status.Code.NOT_FOUND, old::update, "session");
    young.leave();
    refused(Status.Code.NOT_FOUND, young::update, "not registered");
    FakeWorker nameless = new FakeWorker(door.channel(), INSTANCE, "", "twice", 1);
    refused(Status.Code.INVALID_ARGUMENT, nameless::create, "bot_id");
  }

  @Test
  void aBotThatReportsAnotherOnesLeaseChangesNothing() throws Exception {
    ExecuteRequest request = grid.request("forged", "cc", "d.c");
    OperationReader client = door.execute(request);
    FakeWorker worker = door.worker("forged");
    Lease lease = worker.take();
    FakeWorker forger = door.worker("forging");
    assertThat(forger.claim(lease).complete(said("forged")).getLeasesList()).isEmpty();
    assertThat(forger.claim(lease.toBuilder().setId("nothing.1").build()).update())
        .extracting(BotSession::getLeasesCount)
        .isEqualTo(1);
    assertThat(forger.states()).containsExactly(LeaseState.CANCELLED);
    ExecuteRequest again = request.toBuilder().setSkipCacheLookup(false).build();
    OperationReader other = door.execute(again);
    assertThat(other.until(ExecutionStage.Value.EXECUTING).getDone()).isFalse();
    worker.complete(said("true"));
    assertThat(client.response().getResult()).isEqualTo(said("true"));
    assertThat(other.response().getResult()).isEqualTo(said("true"));
    forger.leave();
    worker.leave();
  }

  /** A client whose token is another's has no session to guess. */
  @Test
  void aSessionCannotBeGuessed() throws Exception {
    ExecuteRequest request = grid.request("guessed", "cc", "g.c");
    FakeWorker honest = door.worker("guessed");
    OperationReader client = door.execute(request);
    Lease lease = honest.take();
    String bot = honest.session().getBotId();
    String known = lane(honest.session().getName(), bot);
    for (String guess : List.of(known, known + "/", known + "/" + "0".repeat(32))) {
      refused(
          Status.Code.NOT_FOUND,
          () -> new FakeWorker(door.channel(), INSTANCE, bot, "guessed", 1).as(guess).update(),
          "no session of the bot",
          "make a new one");
    }
    assertThat(honest.complete(said("true")).getLeasesList()).isEmpty();
    assertThat(client.response().getResult()).isEqualTo(said("true"));
    assertThat(lease.getId()).isNotEmpty();
    honest.leave();
  }

  /** What anybody can guess of a session's name: instance, bot, and a number. */
  private static String lane(String session, String bot) {
    String rest = session.substring((INSTANCE + "/" + bot + "/").length());
    int slash = rest.indexOf('/');
    return INSTANCE + "/" + bot + "/" + (slash < 0 ? rest : rest.substring(0, slash));
  }

  @Test
  void aLeaseWhoseResultCannotBeUsedFailsAlone() throws Exception {
    OperationReader good = door.execute(grid.request("two", "good"));
    good.open();
    ExecuteRequest request = grid.request("two", "bad");
    OperationReader bad = door.execute(request);
    bad.open();
    FakeWorker worker = door.worker("two", 2).await(2);
    ActionResult malformed =
        ActionResult.newBuilder()
            .addOutputFiles(OutputFile.newBuilder().setPath("a").setDigest(Digest.newBuilder()))
            .build();
    Any[] unusable = {
      Any.pack(Command.getDefaultInstance()),
      Any.pack(malformed),
      Any.pack(BlobDigest.of(new byte[] {45}).message())
    };
    worker.completeEach(
        lease -> isOf(lease, request.getActionDigest()) ? unusable[0] : Any.pack(said("good")));
    assertThat(good.response().getResult()).isEqualTo(said("good"));
    for (int i = 1; i < unusable.length; i++) {
      Any next = unusable[i];
      worker.await(1).completeEach(_ -> next);
    }
    worker.await(1).complete(said("at last"));
    assertThat(bad.response().getResult()).isEqualTo(said("at last"));
    worker.leave();
  }

  private static boolean isOf(Lease lease, Digest action) {
    return lease.getPayload().equals(Any.pack(action));
  }

  @Test
  void aLeaseThatEndsWithoutAResultHasFailedAndIsNotCached() throws Exception {
    ExecuteRequest request = grid.request("nothing", "true");
    FakeWorker worker = door.worker("nothing");
    OperationReader client = door.execute(request);
    client.open();
    while (!door.get(client.name()).getDone()) {
      worker.take();
      worker.completeEach(_ -> Any.getDefaultInstance());
    }
    ExecuteResponse response = client.response();
    assertThat(response.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL.value());
    assertThat(response.getStatus().getMessage()).contains("result");
    assertThat(response.hasResult()).isFalse();

    OperationReader again = door.execute(request);
    again.open();
    worker.take();
    worker.complete(said("done"));
    assertThat(again.response().getResult()).isEqualTo(said("done"));
    worker.leave();
  }

  /** They need no token, so whoever reaches the port could hold as many as it likes. */
  @Test
  void watchesOfHealthAreBounded() throws Exception {
    BlockingQueue<Status> ends = new LinkedBlockingQueue<>();
    ManagedChannel stranger = door.another();
    HealthCheckRequest unknown = HealthCheckRequest.newBuilder().setService("unknown").build();
    for (int i = 0; i < 150; i++) {
      ClientCall<HealthCheckRequest, HealthCheckResponse> call =
          stranger.newCall(HealthGrpc.getWatchMethod(), CallOptions.DEFAULT);
      call.start(
          new ClientCall.Listener<>() {
            @Override
            public void onClose(Status status, io.grpc.Metadata trailers) {
              ends.add(status);
            }
          },
          new io.grpc.Metadata());
      call.request(1);
      call.sendMessage(unknown);
      call.halfClose();
    }
    for (int i = 0; i < 50; i++) {
      Status end = ends.poll(OpenDoor.WAIT_MAX.toSeconds(), TimeUnit.SECONDS);
      assertThat(end).as("one of 150 is refused").isNotNull();
      assertThat(end.getCode()).as("%s", end).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    }
    assertThat(ends).isEmpty();
    assertThat(
            OpenDoor.bounded(HealthGrpc.newBlockingStub(door.channel()))
                .check(HealthCheckRequest.getDefaultInstance())
                .getStatus())
        .isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
    stranger.shutdownNow();
  }

  @Test
  void aSessionSaysWhenItEndsAndIsRenewed() {
    FakeWorker worker = door.worker("renewed");
    BotSession session = worker.session();
    assertThat(session.getName()).startsWith(INSTANCE + "/bot-of-renewed/");
    assertThat(session.getExpireTime().getSeconds())
        .isGreaterThan(System.currentTimeMillis() / 1_000);
    worker.leave();
  }

  @Test
  void callsAboutBlobsAndResultsGoToTheStorage() throws Exception {
    BlobClient blobs = new BlobClient(door.channel(), INSTANCE, OpenDoor.WAIT_MAX);
    byte[] large = new byte[10 << 20];
    new Random(7).nextBytes(large);
    BlobDigest digest = BlobDigest.of(large);
    blobs.upload(Map.of(digest, BlobSource.of(large)));
    assertThat(storage.client().missing(List.of(digest))).isEmpty();
    assertThat(Arrays.equals(blobs.read(digest, large.length), large)).isTrue();
    BlobDigest absent = BlobDigest.of(new byte[] {44});
    assertThat(blobs.missing(List.of(absent))).containsExactly(absent);

    var capabilities =
        OpenDoor.bounded(CapabilitiesGrpc.newBlockingStub(door.channel()))
            .getCapabilities(GetCapabilitiesRequest.newBuilder().setInstanceName(INSTANCE).build());
    assertThat(capabilities.getExecutionCapabilities().getExecEnabled()).isTrue();
    assertThat(capabilities.getCacheCapabilities().getMaxBatchTotalSizeBytes()).isPositive();
  }

  /** Whoever has this token. */
  private static ClientInterceptor token(String token) {
    io.grpc.Metadata headers = new io.grpc.Metadata();
    headers.put(
        io.grpc.Metadata.Key.of("authorization", io.grpc.Metadata.ASCII_STRING_MARSHALLER),
        "Bearer " + token);
    return MetadataUtils.newAttachHeadersInterceptor(headers);
  }

  private static OperationsGrpc.OperationsBlockingStub operations(OpenDoor at, String token) {
    return at.operations().withInterceptors(token(token));
  }

  private static ActionCacheGrpc.ActionCacheBlockingStub cache(OpenDoor at, String token) {
    return OpenDoor.bounded(ActionCacheGrpc.newBlockingStub(at.channel()))
        .withInterceptors(token(token));
  }

  @Test
  void eachRoleHasItsOwnToken() throws Exception {
    String client = "client-of-builds";
    String worker = "worker-of-builds";
    String writer = "writer-of-builds";
    RoleGrants roles =
        RoleGrants.of(
            Map.of(DoorRole.CLIENT, client, DoorRole.WORKER, worker, DoorRole.WRITER, writer),
            Map.of());
    GetOperationRequest nothing =
        GetOperationRequest.newBuilder().setName(INSTANCE + "/nothing").build();
    UpdateActionResultRequest lie =
        UpdateActionResultRequest.newBuilder()
            .setInstanceName(INSTANCE)
            .setActionDigest(grid.request("roles", "true").getActionDigest())
            .setActionResult(said("a lie"))
            .build();
    try (OpenDoor closed = openDoor(null, roles)) {
      refused(Status.Code.UNAUTHENTICATED, () -> closed.get(INSTANCE + "/x"), "token is missing");
      refused(
          Status.Code.UNAUTHENTICATED,
          () -> operations(closed, client + "x").getOperation(nothing),
          "token is wrong");
      for (String known : List.of(client, writer)) {
        refused(
            Status.Code.NOT_FOUND,
            () -> operations(closed, known).getOperation(nothing),
            "nothing");
      }
      refused(
          Status.Code.PERMISSION_DENIED,
          () -> operations(closed, worker).getOperation(nothing),
          "needs the role client",
          "--client-token-file");
      for (String stranger : List.of(client, writer)) {
        Channel to = ClientInterceptors.intercept(closed.channel(), token(stranger));
        FakeWorker pretender = new FakeWorker(to, INSTANCE, "bot-of-roles", "roles", 1);
        refused(
            Status.Code.PERMISSION_DENIED,
            pretender::create,
            "needs the role worker",
            "--worker-token-file");
      }
      for (String reader : List.of(client, worker)) {
        refused(
            Status.Code.PERMISSION_DENIED,
            () -> cache(closed, reader).updateActionResult(lie),
            "needs the role writer",
            "--writer-token-file");
      }
      assertThat(cache(closed, writer).updateActionResult(lie)).isEqualTo(said("a lie"));
      Channel to = ClientInterceptors.intercept(closed.channel(), token(worker));
      FakeWorker honest = new FakeWorker(to, INSTANCE, "bot-of-roles", "roles", 1).create();
      honest.leave();
      assertThat(
              OpenDoor.bounded(HealthGrpc.newBlockingStub(closed.channel()))
                  .check(HealthCheckRequest.getDefaultInstance())
                  .getStatus())
          .isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
    }
  }
}
