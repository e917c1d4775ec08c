package dev.rota.end;

import static dev.rota.end.HostileClient.digest;
import static dev.rota.end.HostileClient.patient;
import static dev.rota.end.HostileClient.shouted;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.bytestream.ByteStreamGrpc;
import dev.rota.protocols.bytestream.QueryWriteStatusRequest;
import dev.rota.protocols.bytestream.ReadRequest;
import dev.rota.protocols.bytestream.ReadResponse;
import dev.rota.protocols.bytestream.WriteRequest;
import dev.rota.protocols.bytestream.WriteResponse;
import dev.rota.protocols.reapi.ActionCacheGrpc;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.BatchReadBlobsRequest;
import dev.rota.protocols.reapi.BatchUpdateBlobsRequest;
import dev.rota.protocols.reapi.BatchUpdateBlobsResponse;
import dev.rota.protocols.reapi.ContentAddressableStorageGrpc;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.DigestFunction;
import dev.rota.protocols.reapi.Directory;
import dev.rota.protocols.reapi.FindMissingBlobsRequest;
import dev.rota.protocols.reapi.GetActionResultRequest;
import dev.rota.protocols.reapi.GetTreeRequest;
import dev.rota.protocols.reapi.GetTreeResponse;
import dev.rota.protocols.reapi.UpdateActionResultRequest;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** All that a client can do wrong by intent with blobs and with results of actions. */
final class HostileUploader {
  private static final String MISSING = "ContentAddressableStorage/FindMissingBlobs";
  private static final String UPDATE = "ContentAddressableStorage/BatchUpdateBlobs";
  private static final String READ = "ContentAddressableStorage/BatchReadBlobs";
  private static final String TREE = "ContentAddressableStorage/GetTree";
  private static final String STREAM_READ = "ByteStream/Read";
  private static final String STREAM_WRITE = "ByteStream/Write";
  private static final String STREAM_STATUS = "ByteStream/QueryWriteStatus";
  private static final String GET_RESULT = "ActionCache/GetActionResult";
  private static final String PUT_RESULT = "ActionCache/UpdateActionResult";

  private static final int FLOOD = 3_000;

  private static final int LARGE_BYTES = 130 << 20;

  private HostileUploader() {}

  static List<HostileDeed> deeds() {
    List<HostileDeed> all = new ArrayList<>();
    all.addAll(batches());
    all.addAll(trees());
    all.addAll(reads());
    all.addAll(writes());
    all.addAll(results());
    all.addAll(badResults());
    return all;
  }

  private static ContentAddressableStorageGrpc.ContentAddressableStorageBlockingStub storage(
      FarmClient liar) {
    return patient(ContentAddressableStorageGrpc.newBlockingStub(liar.door()))
        .withMaxInboundMessageSize(64 << 20);
  }

  private static String missing(FarmClient liar, Digest... digests) {
    return "OK "
        + storage(liar)
            .findMissingBlobs(
                FindMissingBlobsRequest.newBuilder().addAllBlobDigests(List.of(digests)).build())
            .getMissingBlobDigestsCount();
  }

  /** The different statuses of the answer, and what the blobs have together. */
  private static String read(FarmClient liar, List<Digest> digests) {
    TreeSet<String> codes = new TreeSet<>();
    long bytes = 0;
    var request = BatchReadBlobsRequest.newBuilder().addAllDigests(digests).build();
    for (var one : storage(liar).batchReadBlobs(request).getResponsesList()) {
      codes.add(Status.fromCodeValue(one.getStatus().getCode()).getCode().name());
      bytes += one.getData().size();
    }
    return "EACH " + String.join("+", codes) + " " + bytes;
  }

  private static BatchUpdateBlobsRequest.Request upload(Digest digest, String content) {
    return BatchUpdateBlobsRequest.Request.newBuilder()
        .setDigest(digest)
        .setData(ByteString.copyFromUtf8(content))
        .build();
  }

  private static String update(FarmClient liar, BatchUpdateBlobsRequest.Request... uploads) {
    BatchUpdateBlobsResponse response =
        storage(liar)
            .batchUpdateBlobs(
                BatchUpdateBlobsRequest.newBuilder().addAllRequests(List.of(uploads)).build());
    List<String> codes = new ArrayList<>();
    for (BatchUpdateBlobsResponse.Response one : response.getResponsesList()) {
      codes.add(Status.fromCodeValue(one.getStatus().getCode()).getCode().name());
    }
    return "EACH " + String.join(" ", codes);
  }

  /** A blob that was never uploaded. */
  private static BlobDigest absent() {
    return BlobDigest.of(FarmClient.fresh("absent").getBytes(UTF_8));
  }

  private static List<HostileDeed> batches() {
    return List.of(
        new HostileDeed(
            MISSING,
            "a size below 0",
            "INVALID_ARGUMENT",
            liar -> missing(liar, digest(absent(), -1))),
        new HostileDeed(
            MISSING,
            "a hash in capitals, of a blob that is there",
            "INVALID_ARGUMENT",
            liar -> missing(liar, shouted(liar.put("there")))),
        new HostileDeed(
            MISSING,
            "a size that is off by one",
            "OK 1",
            liar -> missing(liar, digest(liar.put("there"), 6))),
        new HostileDeed(
            READ,
            "a thousand digests of 4 MB in 70 kB, the first of −2^62 bytes",
            "INVALID_ARGUMENT|RESOURCE_EXHAUSTED|EACH INVALID_ARGUMENT\\S* 0",
            HostileUploader::readBeyondAll),
        new HostileDeed(
            READ,
            "sizes whose sum is beyond 2^63",
            "INVALID_ARGUMENT|RESOURCE_EXHAUSTED|EACH NOT_FOUND 0",
            liar ->
                read(
                    liar,
                    List.of(
                        digest(absent(), Long.MAX_VALUE),
                        digest(absent(), Long.MAX_VALUE),
                        digest(absent(), 2)))),
        new HostileDeed(
            READ,
            "ten times a blob of 3 MiB",
            "INVALID_ARGUMENT|RESOURCE_EXHAUSTED|EACH OK 3145728",
            liar ->
                read(
                    liar,
                    java.util.Collections.nCopies(10, liar.put("x".repeat(3 << 20)).message()))),
        new HostileDeed(
            READ,
            "a malformed digest among good ones",
            "EACH INVALID_ARGUMENT\\+OK 4",
            liar -> read(liar, List.of(liar.put("good").message(), shouted(liar.put("bad"))))),
        new HostileDeed(
            UPDATE,
            "another blob's digest among good ones",
            "EACH OK INVALID_ARGUMENT",
            liar -> {
              String good = FarmClient.fresh("good");
              return update(
                  liar,
                  upload(BlobDigest.of(good.getBytes(UTF_8)).message(), good),
                  upload(absent().message(), "a lie"));
            }),
        new HostileDeed(
            UPDATE,
            "sizes that are off by one",
            "EACH INVALID_ARGUMENT INVALID_ARGUMENT",
            liar -> {
              String text = FarmClient.fresh("off");
              BlobDigest right = BlobDigest.of(text.getBytes(UTF_8));
              return update(
                  liar,
                  upload(digest(right, right.size() + 1), text),
                  upload(digest(right, right.size() - 1), text));
            }),
        new HostileDeed(
            UPDATE,
            "another hash function",
            "INVALID_ARGUMENT",
            liar ->
                "OK "
                    + storage(liar)
                        .batchUpdateBlobs(
                            BatchUpdateBlobsRequest.newBuilder()
                                .setDigestFunction(DigestFunction.Value.BLAKE3)
                                .addRequests(upload(absent().message(), "x"))
                                .build())));
  }

  private static String readBeyondAll(FarmClient liar) throws IOException {
    BlobDigest large = liar.put("y".repeat(4_000_000));
    List<Digest> digests = new ArrayList<>(List.of(digest(absent(), -(1L << 62))));
    while (digests.size() < 1_000) {
      digests.add(large.message());
    }
    return read(liar, digests);
  }

  private static String tree(FarmClient liar, GetTreeRequest.Builder request) {
    Iterator<GetTreeResponse> pages = storage(liar).getTree(request.build());
    int directories = 0;
    while (pages.hasNext()) {
      directories += pages.next().getDirectoriesCount();
    }
    return "OK " + directories;
  }

  private static GetTreeRequest.Builder of(BlobDigest root) {
    return GetTreeRequest.newBuilder().setRootDigest(root.message());
  }

  /** Each directory has the next one twice, so few of them make a tree of 2^depth paths. */
  static BlobDigest shared(FarmClient liar, int depth) throws IOException {
    BlobDigest below = liar.put(Directory.newBuilder().addFiles(file(liar)).build());
    for (int i = 0; i < depth; i++) {
      Directory.Builder twice = Directory.newBuilder();
      twice.addDirectoriesBuilder().setName("a").setDigest(below.message());
      twice.addDirectoriesBuilder().setName("b").setDigest(below.message());
      below = liar.put(twice.build());
    }
    return below;
  }

  private static dev.rota.protocols.reapi.FileNode.Builder file(FarmClient liar)
      throws IOException {
    return dev.rota.protocols.reapi.FileNode.newBuilder()
        .setName(FarmClient.fresh("f"))
        .setDigest(liar.put("some").message());
  }

  private static List<HostileDeed> trees() {
    return List.of(
        new HostileDeed(
            TREE,
            "a root that is no directory",
            "INVALID_ARGUMENT",
            liar -> tree(liar, of(liar.put("\u0007no directory")))),
        new HostileDeed(
            TREE, "a root that nobody has", "NOT_FOUND", liar -> tree(liar, of(absent()))),
        new HostileDeed(
            TREE,
            "2^30 paths by 31 directories",
            "OK 31",
            liar -> tree(liar, of(shared(liar, 30)))),
        new HostileDeed(
            TREE,
            "somebody's page token",
            "INVALID_ARGUMENT",
            liar -> tree(liar, of(liar.put("\u0007")).setPageToken("../token"))));
  }

  /** For a storage with less heap than this. */
  static HostileDeed largeTree() {
    return new HostileDeed(
        TREE,
        "a root of %d MiB, more than the heap".formatted(LARGE_BYTES >> 20),
        "INVALID_ARGUMENT|RESOURCE_EXHAUSTED",
        liar -> tree(liar, of(liar.put(new byte[LARGE_BYTES]))));
  }

  private static String read(FarmClient liar, String name, long offset, long limit) {
    Iterator<ReadResponse> chunks =
        patient(ByteStreamGrpc.newBlockingStub(liar.door()))
            .read(
                ReadRequest.newBuilder()
                    .setResourceName(name)
                    .setReadOffset(offset)
                    .setReadLimit(limit)
                    .build());
    long bytes = 0;
    while (chunks.hasNext()) {
      bytes += chunks.next().getData().size();
    }
    return "OK " + bytes;
  }

  private static List<HostileDeed> reads() {
    List<HostileDeed> all = new ArrayList<>();
    all.add(
        new HostileDeed(
            STREAM_READ,
            "an offset below 0",
            "OUT_OF_RANGE|INVALID_ARGUMENT",
            liar -> read(liar, "blobs/" + liar.put("some"), -1, 0)));
    all.add(
        new HostileDeed(
            STREAM_READ,
            "an offset behind the end",
            "OUT_OF_RANGE",
            liar -> read(liar, "blobs/" + liar.put("some"), 5, 0)));
    all.add(
        new HostileDeed(
            STREAM_READ,
            "a limit below 0",
            "INVALID_ARGUMENT",
            liar -> read(liar, "blobs/" + liar.put("some"), 0, Long.MIN_VALUE)));
    all.add(
        new HostileDeed(
            STREAM_READ,
            "a limit of 2^63 − 1",
            "OK 4",
            liar -> read(liar, "blobs/" + liar.put("some"), 0, Long.MAX_VALUE)));
    all.add(
        new HostileDeed(
            STREAM_READ,
            "a size that is off by one",
            "NOT_FOUND",
            liar -> read(liar, "blobs/" + liar.put("some").hash() + "/5", 0, 0)));
    for (String name :
        List.of(
            "",
            "/etc/passwd",
            "blobs/../../etc/passwd/4",
            "blobs/" + "A".repeat(64) + "/4",
            "blobs/" + "a".repeat(64) + "/-4",
            "blobs/" + "a".repeat(64) + "/99999999999999999999",
            "blobs/\0/4")) {
      all.add(
          new HostileDeed(
              STREAM_READ,
              "the name '%.30s'".formatted(name.replace('\0', '0')),
              "INVALID_ARGUMENT|NOT_FOUND",
              liar -> read(liar, name, 0, 0)));
    }
    for (String name : List.of("", "uploads/1/blobs/../../x/4", "uploads/\0/blobs/x/4")) {
      all.add(
          new HostileDeed(
              STREAM_STATUS,
              "the name '%.30s'".formatted(name.replace('\0', '0')),
              "INVALID_ARGUMENT|NOT_FOUND",
              liar ->
                  "OK "
                      + patient(ByteStreamGrpc.newBlockingStub(liar.door()))
                          .queryWriteStatus(
                              QueryWriteStatusRequest.newBuilder().setResourceName(name).build())));
    }
    return all;
  }

  private static String resource(String hash, long size) {
    return "uploads/" + FarmClient.fresh("id") + "/blobs/" + hash + "/" + size;
  }

  private static WriteRequest.Builder part(String resource, long offset, String data) {
    return WriteRequest.newBuilder()
        .setResourceName(resource)
        .setWriteOffset(offset)
        .setData(ByteString.copyFromUtf8(data));
  }

  /** Writes parts; the last is the client's last word. */
  private static String write(FarmClient liar, List<WriteRequest.Builder> parts)
      throws InterruptedException, TimeoutException {
    CompletableFuture<Long> committed = new CompletableFuture<>();
    StreamObserver<WriteRequest> stream =
        ByteStreamGrpc.newStub(liar.door())
            .withDeadlineAfter(FarmClient.SECONDS_MAX, TimeUnit.SECONDS)
            .write(new Committing(committed));
    parts.forEach(part -> stream.onNext(part.build()));
    stream.onCompleted();
    try {
      return "OK " + committed.get(FarmClient.SECONDS_MAX, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw (StatusRuntimeException) e.getCause();
    }
  }

  /** Hears how much was taken. */
  private record Committing(CompletableFuture<Long> committed)
      implements StreamObserver<WriteResponse> {
    @Override
    public void onNext(WriteResponse response) {
      committed.complete(response.getCommittedSize());
    }

    @Override
    public void onError(Throwable fault) {
      committed.completeExceptionally(fault);
    }

    @Override
    public void onCompleted() {
      committed.completeExceptionally(
          Status.INTERNAL.withDescription("an end without an answer").asRuntimeException());
    }
  }

  private static HostileDeed writes(String what, String must, WriteRequest.Builder... parts) {
    return new HostileDeed(STREAM_WRITE, what, must, liar -> write(liar, List.of(parts)));
  }

  private static List<HostileDeed> writes() {
    String hash = absent().hash();
    String one = resource(hash, 8);
    return List.of(
        writes("other bytes than the digest's", "INVALID_ARGUMENT", last(one, 0, "12345678")),
        writes("more bytes than the digest's", "INVALID_ARGUMENT", last(one, 0, "123456789")),
        writes("fewer bytes than the digest's", "INVALID_ARGUMENT", last(one, 0, "1234567")),
        writes("a first offset of 5", "INVALID_ARGUMENT|NOT_FOUND", last(one, 5, "678")),
        writes("an offset below 0", "INVALID_ARGUMENT", last(one, -1, "12345678")),
        writes("a gap", "INVALID_ARGUMENT", part(one, 0, "1234"), last(one, 5, "678")),
        writes(
            "another name in the middle",
            "INVALID_ARGUMENT",
            part(one, 0, "1234"),
            last(resource(hash, 9), 4, "5678")),
        writes(
            "10^18 − 1 bytes", "RESOURCE_EXHAUSTED", last(resource(hash, (long) 1e18 - 1), 0, "")),
        writes(
            "a size of 20 digits",
            "INVALID_ARGUMENT",
            last("uploads/1/blobs/" + hash + "/99999999999999999999", 0, "")),
        writes(
            "a hash in capitals", "INVALID_ARGUMENT", last(resource("A".repeat(64), 4), 0, "1234")),
        writes("a hash of dots", "INVALID_ARGUMENT", last(resource("../../../x", 4), 0, "1234")),
        writes("no name", "INVALID_ARGUMENT", last("", 0, "1234")),
        writes("an end before a beginning", "INVALID_ARGUMENT|OK 0"),
        writes("half of it, and an end", "OK 4|INVALID_ARGUMENT", part(one, 0, "1234")),
        new HostileDeed(
            STREAM_WRITE, FLOOD + " uploads that never end", "OK", HostileUploader::flood));
  }

  private static WriteRequest.Builder last(String resource, long offset, String data) {
    return part(resource, offset, data).setFinishWrite(true);
  }

  /** Each is cut in its middle, and none is taken up again. */
  private static String flood(FarmClient liar) {
    for (int i = 0; i < FLOOD; i++) {
      String resource = resource(absent().hash(), 1_000);
      Context.CancellableContext call = Context.current().withCancellation();
      call.run(
          () -> {
            StreamObserver<WriteRequest> stream =
                ByteStreamGrpc.newStub(liar.door()).write(new HostileClient.Deaf<>());
            stream.onNext(part(resource, 0, "x".repeat(500)).build());
          });
      call.cancel(null);
    }
    return "OK";
  }

  private static ActionCacheGrpc.ActionCacheBlockingStub results(FarmClient liar) {
    return patient(ActionCacheGrpc.newBlockingStub(liar.door()));
  }

  private static String result(FarmClient liar, Digest action) {
    return "OK "
        + results(liar)
            .getActionResult(GetActionResultRequest.newBuilder().setActionDigest(action).build());
  }

  private static List<HostileDeed> results() {
    return List.of(
        new HostileDeed(
            GET_RESULT,
            "a size below 0",
            "INVALID_ARGUMENT",
            liar -> result(liar, digest(absent(), -1))),
        new HostileDeed(
            GET_RESULT,
            "a hash in capitals",
            "INVALID_ARGUMENT",
            liar -> result(liar, shouted(absent()))),
        new HostileDeed(
            GET_RESULT,
            "an action that nobody has",
            "NOT_FOUND",
            liar -> result(liar, absent().message())),
        new HostileDeed(
            PUT_RESULT,
            "a result of a malformed action",
            "INVALID_ARGUMENT",
            liar ->
                "OK "
                    + results(liar)
                        .updateActionResult(
                            UpdateActionResultRequest.newBuilder()
                                .setActionDigest(shouted(absent()))
                                .setActionResult(ActionResult.newBuilder().setExitCode(0))
                                .build())));
  }

  /** Makes a result out of blobs of its own. */
  private interface ResultMaking {
    void make(FarmClient liar, ActionResult.Builder result) throws IOException;
  }

  /** The storage takes no such result, and whoever executes the action has a right one. */
  private static HostileDeed bad(String what, ResultMaking making) {
    return new HostileDeed(
        PUT_RESULT,
        what,
        "INVALID_ARGUMENT|FAILED_PRECONDITION|NOT_FOUND",
        liar -> {
          BlobDigest action = liar.put(liar.action(liar.shell("echo honest")).build());
          ActionResult.Builder result = ActionResult.newBuilder();
          making.make(liar, result);
          String came;
          try {
            var _ =
                results(liar)
                    .updateActionResult(
                        UpdateActionResultRequest.newBuilder()
                            .setActionDigest(action.message())
                            .setActionResult(result)
                            .build());
            came = "OK it is taken";
          } catch (StatusRuntimeException e) {
            came = e.getStatus().getCode() + ": " + e.getStatus().getDescription();
          }
          String honest = liar.told(liar.run(FarmClient.request(action)));
          return honest.equals("OK 0 honest") ? came : "SPOILT: " + came + ", then " + honest;
        });
  }

  private static List<HostileDeed> badResults() {
    return List.of(
        bad(
            "a tree that is no Tree",
            (liar, result) ->
                result
                    .addOutputDirectoriesBuilder()
                    .setPath("d")
                    .setTreeDigest(liar.put("\u0007no tree").message())),
        bad(
            "a root that is no Directory",
            (liar, result) ->
                result
                    .addOutputDirectoriesBuilder()
                    .setPath("d")
                    .setRootDirectoryDigest(liar.put("\u0007no directory").message())),
        bad(
            "a file of a hash in capitals",
            (liar, result) ->
                result.addOutputFilesBuilder().setPath("f").setDigest(shouted(liar.put("some")))),
        bad(
            "a stdout of −1 bytes",
            (liar, result) -> result.setStdoutDigest(digest(liar.put("some"), -1))),
        bad(
            "a tree of malformed digests",
            (liar, result) -> {
              dev.rota.protocols.reapi.Tree.Builder tree =
                  dev.rota.protocols.reapi.Tree.newBuilder();
              tree.getRootBuilder()
                  .addFilesBuilder()
                  .setName("f")
                  .setDigest(Digest.newBuilder().setHash("x").setSizeBytes(-1));
              result
                  .addOutputDirectoriesBuilder()
                  .setPath("d")
                  .setTreeDigest(liar.put(tree.build()).message());
            }));
  }
}
