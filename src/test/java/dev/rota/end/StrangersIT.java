package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.GridOutcome;
import dev.rota.protocols.longrunning.GetOperationRequest;
import dev.rota.protocols.longrunning.Operation;
import dev.rota.protocols.longrunning.OperationsGrpc;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.protocols.reapi.ExecutionGrpc;
import dev.rota.protocols.reapi.ExecutionStage;
import dev.rota.serving.builds.DoorAccess;
import dev.rota.serving.builds.FrontDoorOptions;
import dev.rota.serving.builds.SessionKey;
import dev.rota.serving.builds.StorageAccess;
import dev.rota.testing.LoggedLines;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strangers at a front door, and clients that behave badly. Others are served all the same. */
class StrangersIT {
  /** Its bots are lost after a second. */
  private static final String BRIEF = "brief";

  private static final String INSTANCE = GridCluster.INSTANCE;

  /** Their calls wait for each other for minutes. */
  private static final int CLIENTS = 1_000;

  private static final int TOO_MUCH = 9 << 20;

  @TempDir private static Path state;

  private static DomainCluster cluster;
  private static GridCluster grid;
  private static OpenDoor door;

  private static OpenDoor openDoor(String grid, StorageAccess place) throws IOException {
    return StrangersIT.grid.door(
        new FrontDoorOptions(
            grid, Set.of(), DoorAccess.local(0, SessionKey.random()), place, null));
  }

  private static StorageAccess at(int port) {
    return StorageAccess.of(URI.create("grpc://127.0.0.1:" + port));
  }

  @BeforeAll
  static void open() throws Exception {
    GeneratedClasses.trust();
    cluster = new DomainCluster(new BotsDomain(), 1);
    try (KafkaProducer<byte[], Object> producer = cluster.producer()) {
      BotPolicy brief = BotPolicy.newBuilder().setGrid(BRIEF).setKeepaliveMs(1_000).build();
      producer.send(new ProducerRecord<>("bots-policies", BRIEF.getBytes(UTF_8), brief)).get();
    }
    grid = new GridCluster(cluster, state);
    door = openDoor(GridCluster.GRID, grid.place());
  }

  @AfterAll
  static void close() throws Exception {
    door.close();
    grid.close();
  }

  private static ActionResult said(ByteString words) {
    return ActionResult.newBuilder().setStdoutRaw(words).build();
  }

  /** Somebody else's action is executed. */
  private static void assertServes(OpenDoor at, String family) throws Exception {
    ActionResult result = said(ByteString.copyFromUtf8(family));
    ManagedChannel other = at.another();
    OperationReader client = OperationReader.execute(other, grid.request(family, "true"));
    client.until(ExecutionStage.Value.QUEUED);
    FakeWorker worker = at.worker(family);
    worker.take();
    worker.complete(result);
    assertThat(client.response().getResult()).isEqualTo(result);
    worker.leave();
    other.shutdownNow();
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
              for (String word : words) {
                assertThat(fault.getStatus().getDescription()).contains(word);
              }
            });
  }

  private static void refused(Status.Code code, ExecuteRequest request, String... words) {
    refused(
        code,
        () -> {
          throw OperationReader.execute(door.channel(), request).failure();
        },
        words);
  }

  @Test
  void garbageOnThePortHarmsNobody() throws Exception {
    byte[] noise = new byte[1 << 16];
    new Random(43).nextBytes(noise);
    byte[] preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(UTF_8);
    List<byte[]> said =
        List.of(
            noise,
            new byte[0],
            "GET / HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(UTF_8),
            preface,
            ByteString.copyFrom(preface).concat(ByteString.copyFrom(noise)).toByteArray(),
            new byte[] {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3});
    List<Socket> open = new ArrayList<>();
    for (byte[] words : said) {
      Socket stranger = new Socket(InetAddress.getLoopbackAddress(), door.door().port());
      open.add(stranger);
      stranger.getOutputStream().write(words);
      stranger.getOutputStream().flush();
    }
    assertServes(door, "garbage");
    for (Socket stranger : open) {
      stranger.close();
    }
  }

  @Test
  void aMessageAboveTheLimitIsRefusedAndItsConnectionGoesOn() throws Exception {
    ExecuteRequest request = grid.request("limits", "true");
    refused(
        Status.Code.RESOURCE_EXHAUSTED,
        request.toBuilder().setInstanceName("x".repeat(TOO_MUCH)).build());
    Metadata headers = new Metadata();
    headers.put(
        Metadata.Key.of("long", Metadata.ASCII_STRING_MARSHALLER), "x".repeat(TOO_MUCH >> 8));
    assertThatThrownBy(
            () ->
                OperationsGrpc.newBlockingStub(door.channel())
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                    .getOperation(GetOperationRequest.getDefaultInstance()))
        .isInstanceOf(StatusRuntimeException.class);
    refused(Status.Code.NOT_FOUND, () -> door.get(INSTANCE + "/nothing"));
    assertServes(door, "limits");
  }

  @Test
  void aNameThatTheGridDoesNotTakeIsRefusedWithWords() throws Exception {
    ExecuteRequest request = grid.request("names", "true");
    for (int length : new int[] {2_000, 2 << 20}) {
      refused(
          Status.Code.INVALID_ARGUMENT,
          request.toBuilder().setInstanceName("x".repeat(length)).build(),
          "instance",
          "1536");
      FakeWorker worker = new FakeWorker(door.channel(), INSTANCE, "x".repeat(length), "names", 1);
      refused(Status.Code.INVALID_ARGUMENT, worker::create);
    }
    assertServes(door, "names");
  }

  /** It is shown and logged, and no line of the log is made by it. */
  @Test
  void aNameMayHaveEveryCharacter() throws Exception {
    String name = "a\nb\r\u0000\u001b[2J\u202e/é😀/";
    try (LoggedLines log = LoggedLines.of("dev.rota.serving.builds.CallFaults")) {
      refused(Status.Code.NOT_FOUND, () -> door.get(name + "nothing"), "nothing");
      assertThat(log.texts())
          .isNotEmpty()
          .allSatisfy(
              line -> assertThat(line).doesNotContain("\n", "\r", "\u0000", "\u001b", "\u202e"));
    }

    OperationReader client =
        OperationReader.execute(
            door.channel(),
            grid.request("characters", "true").toBuilder().setInstanceName(name).build());
    Operation queued = client.until(ExecutionStage.Value.QUEUED);
    assertThat(queued.getName()).startsWith(name + "/");
    assertThat(door.get(queued.getName()).getName()).isEqualTo(queued.getName());
    client.leave();
  }

  @Test
  void clientsThatNeverReadHoldUpNobody() throws Exception {
    ManagedChannel deaf = door.another();
    ActionResult large = said(ByteString.copyFrom(new byte[4 << 20]));
    FakeWorker worker = door.worker("deaf");
    for (int i = 0; i < 5; i++) {
      ClientCall<ExecuteRequest, Operation> call =
          deaf.newCall(ExecutionGrpc.getExecuteMethod(), CallOptions.DEFAULT);
      call.start(new ClientCall.Listener<>() {}, new Metadata());
      call.request(1);
      call.sendMessage(grid.request("deaf", "true", Integer.toString(i)));
      call.halfClose();
      String lease = worker.take().getId();
      worker.complete(large);
      String operation = INSTANCE + "/" + lease.substring(0, lease.lastIndexOf('.'));
      await().ignoreExceptions().until(() -> door.get(operation).getDone());
    }
    assertServes(door, "hearing");
    deaf.shutdownNow();
    worker.leave();
  }

  @Test
  void aStorageThatDoesNotAnswerHoldsUpNoBot() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        OpenDoor waiting = openDoor(GridCluster.GRID, at(silent.getLocalPort()))) {
      ExecuteRequest request = grid.request("silence", "true");
      List<OperationReader> clients =
          IntStream.range(0, CLIENTS)
              .mapToObj(_ -> OperationReader.execute(waiting.channel(), request))
              .toList();
      FakeWorker worker = waiting.worker("silence");
      worker.leave();
      assertThat(clients).anyMatch(OperationReader::hasHeardNothing);
    }
  }

  @Test
  void aStorageThatIsNotThereIsNamed() throws Exception {
    int nobody;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = closed.getLocalPort();
    }
    try (OpenDoor alone = openDoor(GridCluster.GRID, at(nobody))) {
      ExecuteRequest request = grid.request("alone", "true");
      refused(
          Status.Code.UNAVAILABLE,
          () -> {
            throw OperationReader.execute(alone.channel(), request).failure();
          },
          "the storage does not answer");
    }
  }

  @Test
  void aSessionThatHasExpiredIsNotTakenUpAgain() throws Exception {
    try (OpenDoor brief = openDoor(BRIEF, grid.place())) {
      FakeWorker old = brief.worker("brief");
      await().until(() -> lost("bot-of-brief"));
      refused(Status.Code.NOT_FOUND, old::update);
      FakeWorker young = brief.worker("brief");
      assertThat(young.session().getName()).isNotEqualTo(old.session().getName());
      refused(Status.Code.NOT_FOUND, old::update);
    }
  }

  private static boolean lost(String bot) {
    Stream<GridOutcome> all = cluster.values("bots-outcomes", GridOutcome.class).stream();
    return all.anyMatch(
        one ->
            one.getEvent() instanceof BotOutcome outcome
                && outcome.getBot().equals(bot)
                && outcome.getOutcome() == BotOutcomeKind.LOST);
  }
}
