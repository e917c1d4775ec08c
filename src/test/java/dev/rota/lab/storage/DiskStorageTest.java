package dev.rota.lab.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.base.blobs.StatusDetails;
import dev.rota.protocols.bytestream.ByteStreamGrpc;
import dev.rota.protocols.bytestream.QueryWriteStatusRequest;
import dev.rota.protocols.bytestream.ReadRequest;
import dev.rota.protocols.bytestream.ReadResponse;
import dev.rota.protocols.bytestream.WriteRequest;
import dev.rota.protocols.bytestream.WriteResponse;
import dev.rota.protocols.reapi.ActionCacheGrpc;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.BatchReadBlobsRequest;
import dev.rota.protocols.reapi.BatchReadBlobsResponse;
import dev.rota.protocols.reapi.BatchUpdateBlobsRequest;
import dev.rota.protocols.reapi.CapabilitiesGrpc;
import dev.rota.protocols.reapi.Compressor;
import dev.rota.protocols.reapi.ContentAddressableStorageGrpc;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.DigestFunction;
import dev.rota.protocols.reapi.Directory;
import dev.rota.protocols.reapi.FindMissingBlobsRequest;
import dev.rota.protocols.reapi.GetActionResultRequest;
import dev.rota.protocols.reapi.GetCapabilitiesRequest;
import dev.rota.protocols.reapi.GetTreeRequest;
import dev.rota.protocols.reapi.GetTreeResponse;
import dev.rota.protocols.reapi.ServerCapabilities;
import dev.rota.protocols.reapi.Tree;
import dev.rota.protocols.reapi.UpdateActionResultRequest;
import dev.rota.protocols.rpc.PreconditionFailure;
import dev.rota.testing.StoragePort;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lab's storage on a port, by the calls that clients of the field make. */
final class DiskStorageTest {
  private static final long BYTES_MAX = 64 << 20;

  @TempDir private Path dir;
  private StoragePort port;
  private ContentAddressableStorageGrpc.ContentAddressableStorageBlockingStub storage;
  private ByteStreamGrpc.ByteStreamBlockingStub streams;
  private ActionCacheGrpc.ActionCacheBlockingStub results;

  @BeforeEach
  void open() throws IOException {
    open(BYTES_MAX);
  }

  private void open(long bytesMax) throws IOException {
    port = StoragePort.open(dir.resolve("storage"), bytesMax);
    storage = ContentAddressableStorageGrpc.newBlockingStub(port.channel());
    streams = ByteStreamGrpc.newBlockingStub(port.channel());
    results = ActionCacheGrpc.newBlockingStub(port.channel());
  }

  @AfterEach
  void close() throws IOException {
    port.close();
  }

  private static BlobDigest digest(String content) {
    return BlobDigest.of(content.getBytes(UTF_8));
  }

  private static byte[] random(int size) {
    byte[] content = new byte[size];
    new Random(size).nextBytes(content);
    return content;
  }

  private static BatchUpdateBlobsRequest.Request part(Digest digest, String content) {
    return BatchUpdateBlobsRequest.Request.newBuilder()
        .setDigest(digest)
        .setData(ByteString.copyFromUtf8(content))
        .build();
  }

  private List<Integer> update(BatchUpdateBlobsRequest.Request... parts) {
    return storage
        .batchUpdateBlobs(
            BatchUpdateBlobsRequest.newBuilder().addAllRequests(List.of(parts)).build())
        .getResponsesList()
        .stream()
        .map(one -> one.getStatus().getCode())
        .toList();
  }

  private String read(BlobDigest digest, long offset, long limit) {
    StringBuilder all = new StringBuilder();
    Iterator<ReadResponse> responses =
        streams.read(
            ReadRequest.newBuilder()
                .setResourceName("any/instance/blobs/" + digest)
                .setReadOffset(offset)
                .setReadLimit(limit)
                .build());
    responses.forEachRemaining(one -> all.append(one.getData().toStringUtf8()));
    return all.toString();
  }

  private static Status.Code code(Runnable call) {
    try {
      call.run();
      return Status.Code.OK;
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode();
    }
  }

  @Test
  void itSaysWhatItCanDo() {
    ServerCapabilities capabilities =
        CapabilitiesGrpc.newBlockingStub(port.channel())
            .getCapabilities(GetCapabilitiesRequest.getDefaultInstance());

    assertThat(capabilities.getCacheCapabilities().getDigestFunctionsList())
        .containsExactly(DigestFunction.Value.SHA256);
    assertThat(capabilities.getCacheCapabilities().getMaxBatchTotalSizeBytes())
        .isEqualTo(BlobService.BATCH_BYTES_MAX);
    assertThat(capabilities.getLowApiVersion().getMajor()).isEqualTo(2);
    assertThat(capabilities.hasExecutionCapabilities()).isFalse();
  }

  @Test
  void batchesAnswerForEachBlob() {
    Digest good = digest("good").message();
    assertThat(update(part(good, "good"), part(digest("else").message(), "other"), part(good, "x")))
        .containsExactly(
            Status.Code.OK.value(),
            Status.Code.INVALID_ARGUMENT.value(),
            Status.Code.INVALID_ARGUMENT.value());
    assertThat(update(part(Digest.newBuilder().setHash("../x").build(), "x")))
        .containsExactly(Status.Code.INVALID_ARGUMENT.value());
    assertThat(update(part(good, "good").toBuilder().setCompressor(Compressor.Value.ZSTD).build()))
        .containsExactly(Status.Code.INVALID_ARGUMENT.value());

    List<BatchReadBlobsResponse.Response> read =
        storage
            .batchReadBlobs(
                BatchReadBlobsRequest.newBuilder()
                    .addDigests(good)
                    .addDigests(digest("else").message())
                    .addDigests(BlobDigest.EMPTY.message())
                    .build())
            .getResponsesList();
    assertThat(read).extracting(one -> one.getStatus().getCode()).containsExactly(0, 5, 0);
    assertThat(read.get(0).getData().toStringUtf8()).isEqualTo("good");
  }

  @Test
  void whatIsMissingIsFound() throws IOException {
    BlobDigest there = port.put("there".getBytes(UTF_8));
    FindMissingBlobsRequest.Builder request =
        FindMissingBlobsRequest.newBuilder()
            .addBlobDigests(there.message())
            .addBlobDigests(BlobDigest.EMPTY.message())
            .addBlobDigests(digest("absent").message());
    assertThat(storage.findMissingBlobs(request.build()).getMissingBlobDigestsList())
        .containsExactly(digest("absent").message());

    request.setDigestFunction(DigestFunction.Value.MD5);
    assertThat(code(() -> storage.findMissingBlobs(request.build())))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    request.clearDigestFunction().addBlobDigests(Digest.newBuilder().setHash("x"));
    assertThat(code(() -> storage.findMissingBlobs(request.build())))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void aBatchHasALimit() {
    String large = "x".repeat((int) BlobService.BATCH_BYTES_MAX + 1);
    assertThat(code(() -> update(part(digest(large).message(), large))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(
            code(
                () ->
                    storage.batchReadBlobs(
                        BatchReadBlobsRequest.newBuilder()
                            .addDigests(digest(large).message())
                            .build())))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  private List<BatchReadBlobsResponse.Response> readAll(List<Digest> digests) {
    return storage
        .batchReadBlobs(BatchReadBlobsRequest.newBuilder().addAllDigests(digests).build())
        .getResponsesList();
  }

  private static Digest sized(String of, long size) {
    return digest(of).message().toBuilder().setSizeBytes(size).build();
  }

  /** Sizes of 2^62 and -2^62 make any sum small. */
  @Test
  void sizesThatCancelEachOtherOutDoNotFitIntoABatch() throws IOException {
    BlobDigest full = port.put(random((int) BlobService.BATCH_BYTES_MAX));
    List<Digest> digests = new ArrayList<>(Collections.nCopies(1_000, full.message()));
    digests.set(0, sized("x", -(1L << 62)));
    assertThat(code(() -> readAll(digests))).isEqualTo(Status.Code.INVALID_ARGUMENT);

    List<Digest> wrapping = new ArrayList<>(Collections.nCopies(4, sized("y", 1L << 62)));
    wrapping.add(full.message());
    assertThat(code(() -> readAll(wrapping))).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void aMalformedDigestAmongGoodOnesIsAnsweredAlone() throws IOException {
    BlobDigest good = port.put("good".getBytes(UTF_8));
    assertThat(
            readAll(
                List.of(
                    sized("x", -(1L << 62)),
                    good.message(),
                    Digest.newBuilder().setHash("../x").setSizeBytes(Long.MAX_VALUE).build(),
                    Digest.getDefaultInstance())))
        .extracting(one -> one.getStatus().getCode() + " " + one.getData().toStringUtf8())
        .containsExactly("3 ", "0 good", "3 ", "3 ");
  }

  @Test
  void aBatchHasALimitOfBlobs() {
    int most = BlobService.BATCH_BLOBS_MAX;
    Digest empty = BlobDigest.EMPTY.message();
    assertThat(readAll(Collections.nCopies(most, empty))).hasSize(most);
    assertThat(code(() -> readAll(Collections.nCopies(most + 1, empty))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    var many = Collections.nCopies(most + 1, part(empty, ""));
    assertThat(
            code(
                () ->
                    storage.batchUpdateBlobs(
                        BatchUpdateBlobsRequest.newBuilder().addAllRequests(many).build())))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void aPartOfABlobCanBeRead() throws IOException {
    BlobDigest digest = port.put("0123456789".getBytes(UTF_8));

    assertThat(read(digest, 0, 0)).isEqualTo("0123456789");
    assertThat(read(digest, 3, 0)).isEqualTo("3456789");
    assertThat(read(digest, 3, 4)).isEqualTo("3456");
    assertThat(read(digest, 8, 40)).isEqualTo("89");
    assertThat(read(digest, 10, 0)).isEmpty();
    assertThat(read(BlobDigest.EMPTY, 0, 0)).isEmpty();
    assertThat(code(() -> read(digest, 11, 0))).isEqualTo(Status.Code.OUT_OF_RANGE);
    assertThat(code(() -> read(digest, -1, 0))).isEqualTo(Status.Code.OUT_OF_RANGE);
    assertThat(code(() -> read(digest, 0, -1))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(code(() -> read(digest("absent"), 0, 0))).isEqualTo(Status.Code.NOT_FOUND);
    for (String name :
        List.of("", "blobs/x/1", "compressed-blobs/zstd/" + digest, "blobs/" + digest + "/x")) {
      ReadRequest request = ReadRequest.newBuilder().setResourceName(name).build();
      assertThat(code(() -> streams.read(request).next()))
          .as(name)
          .isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
  }

  /** One stream of an upload. */
  private final class UploadStream implements StreamObserver<WriteResponse> {
    private final CompletableFuture<Long> answer = new CompletableFuture<>();
    private final StreamObserver<WriteRequest> requests =
        ByteStreamGrpc.newStub(port.channel()).write(this);
    private final String resource;

    UploadStream(String resource) {
      this.resource = resource;
    }

    UploadStream send(long offset, String data, boolean finish) {
      requests.onNext(
          WriteRequest.newBuilder()
              .setResourceName(resource)
              .setWriteOffset(offset)
              .setData(ByteString.copyFromUtf8(data))
              .setFinishWrite(finish)
              .build());
      return this;
    }

    /** How much is committed once the server has answered; or its refusal. */
    Object end() {
      requests.onCompleted();
      return answer();
    }

    Object answer() {
      return answer
          .<Object>thenApply(size -> size)
          .exceptionally(fault -> Status.fromThrowable(fault).getCode())
          .join();
    }

    void abandon() {
      requests.onError(Status.CANCELLED.asRuntimeException());
      answer.exceptionally(_ -> 0L).join();
    }

    @Override
    public void onNext(WriteResponse response) {
      answer.complete(response.getCommittedSize());
    }

    @Override
    public void onError(Throwable fault) {
      answer.completeExceptionally(fault);
    }

    @Override
    public void onCompleted() {
      answer.complete(-1L);
    }
  }

  private static String upload(String id, BlobDigest digest) {
    return "lab/uploads/" + id + "/blobs/" + digest;
  }

  private Object committed(String resource) {
    try {
      var status =
          streams.queryWriteStatus(
              QueryWriteStatusRequest.newBuilder().setResourceName(resource).build());
      return status.getCommittedSize() + (status.getComplete() ? " complete" : "");
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode();
    }
  }

  @Test
  void anUploadGoesOnWhereItStopped() {
    BlobDigest digest = digest("hello world");
    String resource = upload("one", digest);
    assertThat(committed(resource)).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(new UploadStream(resource).send(0, "hello", false).end()).isEqualTo(5L);
    assertThat(committed(resource)).isEqualTo("5");
    assertThat(new UploadStream(resource).send(4, "o", false).end())
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(committed(resource)).isEqualTo("5");

    assertThat(new UploadStream(resource).send(5, " world", true).end()).isEqualTo(11L);
    assertThat(committed(resource)).isEqualTo("11 complete");
    assertThat(read(digest, 0, 0)).isEqualTo("hello world");
    assertThat(new UploadStream(upload("two", digest)).send(0, "", false).answer())
        .as("what is there need not be sent")
        .isEqualTo(11L);
  }

  @Test
  void aClientThatWentAwayMayBeginAgain() {
    BlobDigest digest = digest("hello");
    String resource = upload("one", digest);
    UploadStream gone = new UploadStream(resource).send(0, "hel", false);
    gone.abandon();

    assertThat(new UploadStream(resource).send(0, "hello", true).end()).isEqualTo(5L);
    assertThat(read(digest, 0, 0)).isEqualTo("hello");
  }

  @Test
  void theNewestStreamOfAnUploadHasIt() {
    BlobDigest digest = digest("hello");
    String resource = upload("one", digest);
    UploadStream old = new UploadStream(resource).send(0, "he", false);
    while (!"2".equals(committed(resource))) {
      Thread.onSpinWait();
    }
    UploadStream young = new UploadStream(resource).send(2, "ll", false);
    while (!"4".equals(committed(resource))) {
      Thread.onSpinWait();
    }
    assertThat(old.send(2, "xx", false).answer()).isEqualTo(Status.Code.ABORTED);
    assertThat(young.send(4, "o", true).end()).isEqualTo(5L);
    assertThat(read(digest, 0, 0)).isEqualTo("hello");
  }

  @Test
  void anUploadOfOtherBytesIsRefused() {
    BlobDigest digest = digest("hello");
    for (String wrong : List.of("HELLO", "hell", "hello!")) {
      String resource = upload(wrong, digest);
      assertThat(new UploadStream(resource).send(0, wrong, true).end())
          .isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(committed(resource)).isEqualTo(Status.Code.NOT_FOUND);
    }
    assertThat(new UploadStream("lab/blobs/" + digest).send(0, "hello", true).end())
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(
            new UploadStream(upload("x", new BlobDigest(digest.hash(), BYTES_MAX + 1)))
                .send(0, "hello", true)
                .end())
        .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
  }

  @Test
  void aNameOfAResourceHasALimit() {
    String name = "i".repeat(BlobResource.CHARS_MAX) + "/blobs/" + digest("x");
    ReadRequest request = ReadRequest.newBuilder().setResourceName(name).build();
    assertThat(code(() -> streams.read(request).next())).isEqualTo(Status.Code.INVALID_ARGUMENT);
    String upload = "i".repeat(BlobResource.CHARS_MAX) + "/" + upload("one", digest("hello"));
    assertThat(new UploadStream(upload).send(0, "hello", true).end())
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(committed(upload)).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void aStreamThatNamesNothingIsRefused() {
    assertThat(new UploadStream("").end()).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void uploadsThatGrowDropTheOldestOnesThatNobodyFinished() throws IOException {
    close();
    open(10_000);
    String first = upload("one", BlobDigest.of(random(9_000)));
    String second = upload("two", BlobDigest.of(random(9_001)));
    String part = "x".repeat(3_000);
    for (int sent = 0; sent < 6_000; sent += 3_000) {
      assertThat(new UploadStream(first).send(sent, part, false).end()).isEqualTo(sent + 3_000L);
    }
    UploadStream growing = new UploadStream(second).send(0, part, false).send(3_000, part, false);
    assertThat(growing.end()).isEqualTo(6_000L);
    assertThat(committed(first)).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(committed(second)).isEqualTo("6000");
  }

  @Test
  void soManyBlobsAreReadAtOnce() throws IOException {
    BlobDigest blob = port.put("hello".getBytes(UTF_8));
    ReadRequest request = ReadRequest.newBuilder().setResourceName("blobs/" + blob).build();
    close();
    try (BlobFolder folder = BlobFolder.open(dir.resolve("storage"), BYTES_MAX)) {
      BlobStreamService service =
          new BlobStreamService(folder, new PartialUploads(folder, 1, BYTES_MAX));
      List<SlowClient<ReadResponse>> waiting = new ArrayList<>();
      for (int i = 0; i <= BlobStreamService.READS_MAX; i++) {
        waiting.add(new SlowClient<>());
        service.read(request, waiting.get(i));
      }
      SlowClient<ReadResponse> last = waiting.get(BlobStreamService.READS_MAX);
      assertThat(Status.fromThrowable(last.fault).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      waiting.get(0).takePage();
      assertThat(waiting.get(0).completed).isTrue();
      waiting.get(1).onCancel.run();
      waiting.get(1).onCancel.run();
      for (int i = 0; i < 3; i++) {
        SlowClient<ReadResponse> after = new SlowClient<>();
        service.read(request, after);
        assertThat(after.fault == null).isEqualTo(i < 2);
      }
      for (SlowClient<ReadResponse> one : waiting.subList(2, BlobStreamService.READS_MAX)) {
        one.onCancel.run();
      }
    }
    open();
  }

  @Test
  void manyReadAndWriteAtOnceAlsoTheSameBlob() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 96; i++) {
        byte[] content = random(1 + (i % 12) * 400_000);
        all.add(
            threads.submit(
                () -> {
                  BlobDigest digest = port.put(content);
                  assertThat(port.client().read(digest, BYTES_MAX)).isEqualTo(content);
                  return digest;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(dir.resolve("storage/incoming")).isEmptyDirectory();
  }

  @Test
  void aRestartKeepsBlobsAndResultsAndDropsWhatWasNotFinished() throws IOException {
    BlobDigest blob = port.put("kept".getBytes(UTF_8));
    BlobDigest large = port.put(random(5_000_000));
    ActionResult result = ActionResult.newBuilder().setExitCode(7).build();
    put(digest("action"), result);
    String resource = upload("one", digest("hello"));
    assertThat(new UploadStream(resource).send(0, "hel", false).end()).isEqualTo(3L);
    close();
    open();

    assertThat(port.client().missing(List.of(blob, large))).isEmpty();
    assertThat(port.client().read(large, BYTES_MAX)).isEqualTo(random(5_000_000));
    assertThat(get(digest("action"))).isEqualTo(result);
    assertThat(committed(resource)).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(dir.resolve("storage/incoming")).isEmptyDirectory();
  }

  /** As a broken disk does it: neither size nor time tell. */
  private void damage(BlobDigest digest) throws IOException {
    Path file;
    try (Stream<Path> files = Files.walk(dir.resolve("storage/blobs"))) {
      file = files.filter(one -> one.toString().contains(digest.hash())).findFirst().orElseThrow();
    }
    FileTime time = Files.getLastModifiedTime(file);
    byte[] content = Files.readAllBytes(file);
    content[content.length / 2] ^= 1;
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    Files.write(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    Files.setLastModifiedTime(file, time);
  }

  @Test
  void aBlobThatWasDamagedIsNotReadWholeAndIsDropped() throws IOException {
    BlobDigest streamed = port.put(random(300_000));
    BlobDigest batched = port.put("hello".getBytes(UTF_8));
    BlobDigest after = port.put(random(400_000));
    damage(streamed);
    damage(batched);
    assertThat(code(() -> read(streamed, 0, 0))).isEqualTo(Status.Code.NOT_FOUND);
    assertThatThrownBy(() -> port.client().read(batched, 5)).hasMessageContaining(batched.hash());
    assertThat(port.client().missing(List.of(streamed, batched)))
        .containsExactlyInAnyOrder(streamed, batched);

    damage(after);
    close();
    open();
    assertThat(code(() -> read(after, 5, 5))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(port.client().missing(List.of(after))).containsExactly(after);
    port.put(random(300_000));
    assertThat(port.client().read(streamed, BYTES_MAX)).isEqualTo(random(300_000));
  }

  @Test
  void theLeastRecentlyUsedAreDroppedAndTheirResultsWithThem() throws IOException {
    close();
    open(10_000);
    BlobDigest output = port.put(random(4_000));
    ActionResult.Builder result = ActionResult.newBuilder();
    result.addOutputFilesBuilder().setPath("out").setDigest(output.message());
    put(digest("action"), result.build());
    port.put(random(4_001));
    assertThat(get(digest("action"))).isEqualTo(result.build());
    BlobDigest third = port.put(random(4_002));
    assertThat(port.client().missing(List.of(output, third))).as("it was used").isEmpty();

    port.put(random(9_000));
    assertThat(port.client().missing(List.of(output))).containsExactly(output);
    assertThat(code(() -> get(digest("action")))).isEqualTo(Status.Code.NOT_FOUND);
  }

  private void put(BlobDigest action, ActionResult result) {
    results.updateActionResult(
        UpdateActionResultRequest.newBuilder()
            .setActionDigest(action.message())
            .setActionResult(result)
            .build());
  }

  private ActionResult get(BlobDigest action) {
    return results.getActionResult(
        GetActionResultRequest.newBuilder().setActionDigest(action.message()).build());
  }

  @Test
  void aResultIsGivenOnlyWithAllThatItNames() throws IOException {
    BlobDigest file = port.put("file".getBytes(UTF_8));
    Tree.Builder tree = Tree.newBuilder();
    tree.getRootBuilder().addFilesBuilder().setName("f").setDigest(file.message());
    BlobDigest whole = port.put(tree.build());
    tree.addChildrenBuilder().addFilesBuilder().setDigest(digest("absent").message());
    BlobDigest partly = port.put(tree.build());

    for (BlobDigest output : List.of(whole, partly, digest("no tree"))) {
      ActionResult.Builder result = ActionResult.newBuilder();
      result.addOutputDirectoriesBuilder().setTreeDigest(output.message());
      put(digest("action"), result.build());
      assertThat(code(() -> get(digest("action"))))
          .isEqualTo(output.equals(whole) ? Status.Code.OK : Status.Code.NOT_FOUND);
    }
    ActionResult.Builder said = ActionResult.newBuilder();
    said.setStdoutDigest(digest("absent").message());
    put(digest("action"), said.build());
    assertThat(code(() -> get(digest("action")))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(code(() -> get(digest("other")))).isEqualTo(Status.Code.NOT_FOUND);
  }

  /** What clients and workers have uploaded under the name of a Tree or a Directory. */
  private static ActionResult withTree(BlobDigest tree) {
    ActionResult.Builder result = ActionResult.newBuilder();
    result.addOutputDirectoriesBuilder().setTreeDigest(tree.message());
    return result.build();
  }

  private static ActionResult withRoot(BlobDigest root) {
    ActionResult.Builder result = ActionResult.newBuilder();
    result.addOutputDirectoriesBuilder().setRootDirectoryDigest(root.message());
    return result.build();
  }

  private String refusal(ActionResult result) {
    try {
      put(digest("action"), result);
      return "taken";
    } catch (StatusRuntimeException e) {
      assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      return e.getStatus().getDescription();
    }
  }

  @Test
  void aResultThatNamesNoTreeIsRefusedAndTheFormerOneStays() throws IOException {
    ActionResult former = ActionResult.newBuilder().setExitCode(3).build();
    put(digest("action"), former);
    BlobDigest nothing = port.put(new byte[] {1, 2, 3});
    BlobDigest large = new BlobDigest(digest("large").hash(), 700_000_000);
    Tree.Builder malformed = Tree.newBuilder();
    malformed.addChildrenBuilder().addFilesBuilder().setName("f").getDigestBuilder().setHash("x");
    BlobDigest tree = port.put(malformed.build());
    BlobDigest directory = port.put(malformed.getChildren(0));
    for (BlobDigest wrong : List.of(nothing, large, tree)) {
      assertThat(refusal(withTree(wrong)))
          .contains("output_directories[0].tree_digest", wrong.hash());
    }
    for (BlobDigest wrong : List.of(nothing, large, directory)) {
      assertThat(refusal(withRoot(wrong)))
          .contains("output_directories[0].root_directory_digest", wrong.hash());
    }
    Directory.Builder above = Directory.newBuilder();
    above.addDirectoriesBuilder().setName("d").setDigest(nothing.message());
    assertThat(refusal(withRoot(port.put(above.build())))).contains(nothing.hash());
    assertThat(get(digest("action"))).isEqualTo(former);
  }

  @Test
  void aResultWithAMalformedDigestIsRefusedByTheNameOfTheField() {
    Digest bad = Digest.newBuilder().setHash("../x").build();
    ActionResult.Builder result = ActionResult.newBuilder();
    assertThat(refusal(result.setStdoutDigest(bad).build())).contains("stdout_digest");
    assertThat(refusal(result.clear().setStderrDigest(bad).build())).contains("stderr_digest");
    result.clear().addOutputFilesBuilder().setDigest(BlobDigest.EMPTY.message());
    result.addOutputFilesBuilder().setPath("without");
    assertThat(refusal(result.build())).contains("output_files[1].digest");
    result.clear().addOutputDirectoriesBuilder().setTreeDigest(bad);
    assertThat(refusal(result.build())).contains("output_directories[0].tree_digest");
    result.clear().addOutputDirectoriesBuilder().setPath("without");
    assertThat(refusal(result.build())).contains("output_directories[0]");
  }

  /** What it names may come later, and then be something else. */
  @Test
  void aStoredResultThatNamesNoTreeIsAMiss() throws IOException {
    byte[] nothing = {1, 2, 3};
    BlobDigest later = BlobDigest.of(nothing);
    for (ActionResult result : List.of(withTree(later), withRoot(later))) {
      put(digest("action"), result);
      port.put(nothing);
      assertThat(code(() -> get(digest("action")))).isEqualTo(Status.Code.NOT_FOUND);
      assertThat(dir.resolve("storage/results")).isEmptyDirectory();
      close();
      try (Stream<Path> files = Files.walk(dir.resolve("storage/blobs"))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.delete(file);
        }
      }
      open();
    }
  }

  @Test
  void aFileThatNamesNoResultIsAMiss() throws IOException {
    BlobDigest action = digest("action");
    put(action, ActionResult.newBuilder().setExitCode(7).build());
    BlobDigest nothing = port.put(new byte[] {1, 2, 3});
    close();
    for (BlobDigest wrong : List.of(nothing, new BlobDigest(nothing.hash(), 700_000_000))) {
      Files.writeString(
          dir.resolve("storage/results/" + action.hash() + "." + action.size()), wrong.toString());
      open();
      assertThat(code(() -> get(action))).isEqualTo(Status.Code.NOT_FOUND);
      assertThat(dir.resolve("storage/results")).isEmptyDirectory();
      close();
    }
    open();
  }

  /** Its two directories name so many that are not here. */
  private BlobDigest wideTree() throws IOException {
    Directory.Builder root = Directory.newBuilder();
    for (int half = 0; half < 2; half++) {
      Directory.Builder one = Directory.newBuilder();
      for (int i = 0; i <= DirectoryWalk.DIRECTORIES_MAX / 2; i++) {
        String hash = "%063x%d".formatted(i, half);
        one.addDirectoriesBuilder().getDigestBuilder().setHash(hash).setSizeBytes(1);
      }
      root.addDirectoriesBuilder().setDigest(port.put(one.build()).message());
    }
    return port.put(root.build());
  }

  @Test
  void aTreeHasALimit() throws IOException {
    BlobDigest wide = wideTree();
    assertThat(code(() -> tree(wide))).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(refusal(withRoot(wide))).contains("root_directory_digest");

    BlobDigest large = new BlobDigest(digest("large").hash(), 700_000_000);
    assertThat(code(() -> tree(large))).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    Directory.Builder above = Directory.newBuilder();
    above.addDirectoriesBuilder().setName("d").setDigest(large.message());
    BlobDigest root = port.put(above.build());
    assertThat(code(() -> tree(root))).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
  }

  /** A client that takes a message only now and then. */
  private static final class SlowClient<T> extends ServerCallStreamObserver<T> {
    private final List<T> pages = new ArrayList<>();
    private Runnable onReady;
    private Runnable onCancel;
    private boolean isReady;
    private boolean completed;
    private Throwable fault;

    void takePage() {
      isReady = true;
      onReady.run();
    }

    @Override
    public void onNext(T page) {
      pages.add(page);
      isReady = false;
    }

    @Override
    public void onError(Throwable why) {
      fault = why;
    }

    @Override
    public void onCompleted() {
      completed = true;
    }

    @Override
    public boolean isReady() {
      return isReady;
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public void setOnReadyHandler(Runnable handler) {
      onReady = handler;
    }

    @Override
    public void setOnCancelHandler(Runnable handler) {
      onCancel = handler;
    }

    @Override
    public void setCompression(String compression) {}

    @Override
    public void disableAutoInboundFlowControl() {}

    @Override
    public void request(int count) {}

    @Override
    public void setMessageCompression(boolean enable) {}
  }

  /** A root with three directories, each of which fills a page. */
  private GetTreeRequest treeOfFourPages() throws IOException {
    Directory.Builder root = Directory.newBuilder();
    for (int i = 0; i < 3; i++) {
      Directory.Builder one = Directory.newBuilder();
      one.addSymlinksBuilder().setName("l" + i).setTarget("x".repeat(4_190_000));
      root.addDirectoriesBuilder().setName("d" + i).setDigest(port.put(one.build()).message());
    }
    root.addSymlinksBuilder().setName("l").setTarget("x".repeat(10_000));
    return GetTreeRequest.newBuilder().setRootDigest(port.put(root.build()).message()).build();
  }

  /** It looked whole when it was opened. */
  @Test
  void theLastPartOfABlobThatIsDamagedWhileItIsReadIsNotSent() throws IOException {
    BlobDigest blob = port.put(random(300_000));
    ReadRequest request = ReadRequest.newBuilder().setResourceName("blobs/" + blob).build();
    close();
    try (BlobFolder folder = BlobFolder.open(dir.resolve("storage"), BYTES_MAX)) {
      BlobStreamService service =
          new BlobStreamService(folder, new PartialUploads(folder, 1, BYTES_MAX));
      SlowClient<ReadResponse> client = new SlowClient<>();
      service.read(request, client);
      client.takePage();
      damage(blob);
      while (client.fault == null) {
        assertThat(client.completed).isFalse();
        client.takePage();
      }
      assertThat(Status.fromThrowable(client.fault).getCode()).isEqualTo(Status.Code.DATA_LOSS);
      assertThat(client.pages.stream().mapToInt(page -> page.getData().size()).sum())
          .isLessThan(300_000);
      assertThat(folder.has(blob)).isFalse();
    }
    open();
  }

  @Test
  void aTreeWaitsForAClientThatDoesNotReadIt() throws IOException {
    GetTreeRequest request = treeOfFourPages();
    close();
    try (BlobFolder folder = BlobFolder.open(dir.resolve("storage"), BYTES_MAX)) {
      BlobService service = new BlobService(folder);
      SlowClient<GetTreeResponse> client = new SlowClient<>();
      service.getTree(request, client);
      for (int pages = 0; pages < 4; pages++) {
        assertThat(client.pages.size()).isEqualTo(pages);
        assertThat(client.completed).isFalse();
        client.takePage();
      }
      assertThat(client.completed).isTrue();
      assertThat(client.pages).allMatch(page -> page.getDirectoriesCount() == 1);

      List<SlowClient<GetTreeResponse>> waiting = new ArrayList<>();
      for (int i = 0; i < BlobService.TREES_MAX; i++) {
        waiting.add(new SlowClient<>());
        service.getTree(request, waiting.get(i));
      }
      SlowClient<GetTreeResponse> oneMore = new SlowClient<>();
      service.getTree(request, oneMore);
      assertThat(Status.fromThrowable(oneMore.fault).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      waiting.get(0).onCancel.run();
      SlowClient<GetTreeResponse> after = new SlowClient<>();
      service.getTree(request, after);
      assertThat(after.fault).isNull();
    }
    open();
  }

  @Test
  void aTreeIsSentOnceEachDirectory() throws IOException {
    Directory leaf = Directory.newBuilder().addFiles(node("f")).build();
    BlobDigest below = port.put(leaf);
    Directory.Builder root = Directory.newBuilder();
    root.addDirectoriesBuilder().setName("a").setDigest(below.message());
    root.addDirectoriesBuilder().setName("b").setDigest(below.message());
    root.addDirectoriesBuilder().setName("c").setDigest(digest("absent").message());
    BlobDigest top = port.put(root.build());

    assertThat(tree(top)).containsExactly(root.build(), leaf);
    assertThat(code(() -> tree(digest("absent")))).isEqualTo(Status.Code.NOT_FOUND);
    BlobDigest noDirectory = port.put(new byte[] {1, 2, 3});
    assertThat(code(() -> tree(noDirectory))).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  private static dev.rota.protocols.reapi.FileNode node(String name) {
    return dev.rota.protocols.reapi.FileNode.newBuilder()
        .setName(name)
        .setDigest(BlobDigest.EMPTY.message())
        .build();
  }

  private List<Directory> tree(BlobDigest root) {
    List<Directory> all = new ArrayList<>();
    Iterator<GetTreeResponse> pages =
        storage.getTree(GetTreeRequest.newBuilder().setRootDigest(root.message()).build());
    pages.forEachRemaining(page -> all.addAll(page.getDirectoriesList()));
    return all;
  }

  @Test
  void aClientFetchesSmallAndLargeBlobsAndNamesWhatIsMissing() throws Exception {
    BlobDigest small = port.put(random(10));
    BlobDigest large = port.put(random(9_000_000));
    try (BlobFolder cache = BlobFolder.open(dir.resolve("cache"), BYTES_MAX)) {
      port.client().fetch(List.of(small, large), cache);
      assertThat(cache.read(large)).isEqualTo(random(9_000_000));

      BlobDigest absent = new BlobDigest(digest("absent").hash(), 5_000_000);
      for (List<BlobDigest> some : List.of(List.of(small, digest("absent")), List.of(absent))) {
        assertThatThrownBy(() -> port.client().fetch(some, cache))
            .isInstanceOfSatisfying(
                StatusRuntimeException.class,
                fault ->
                    assertThat(violations(fault))
                        .containsExactly("MISSING blobs/" + some.get(some.size() - 1)));
      }
    }
    assertThatThrownBy(
            () ->
                port.client()
                    .upload(
                        Map.of(
                            small,
                            BlobSource.of("other".getBytes(UTF_8)),
                            digest("x"),
                            BlobSource.of("y".getBytes(UTF_8)))))
        .hasMessageContaining("INVALID_ARGUMENT");
  }

  /** A worker may say that its result is such a blob. */
  @Test
  void aClientHoldsNoRoomForABlobThatDoesNotCome() {
    BlobDigest absent = new BlobDigest(digest("absent").hash(), Integer.MAX_VALUE);
    assertThat(code(() -> readWhole(absent))).isEqualTo(Status.Code.FAILED_PRECONDITION);
  }

  private void readWhole(BlobDigest blob) {
    try {
      port.client().read(blob, Integer.MAX_VALUE);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> violations(StatusRuntimeException fault) {
    try {
      return StatusDetails.of(fault)
          .getDetails(0)
          .unpack(PreconditionFailure.class)
          .getViolationsList()
          .stream()
          .map(one -> one.getType() + " " + one.getSubject())
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
