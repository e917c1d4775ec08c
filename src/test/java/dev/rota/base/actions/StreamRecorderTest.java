package dev.rota.base.actions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.actions.StreamRecorder.Recording;
import dev.rota.base.blobs.BlobDigest;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StreamRecorderTest {
  @TempDir private Path dir;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private Recording recorded(StreamRecorder recorder, String said) throws Exception {
    recorder.start(new ByteArrayInputStream(said.getBytes(UTF_8)), () -> ended.complete(null));
    return recorder.finish();
  }

  @Test
  void allIsKeptInAFileWithoutAName() throws Exception {
    try (StreamRecorder recorder = StreamRecorder.open(dir, "stdout", 5)) {
      Recording said = recorded(recorder, "hello");
      assertThat(said.fault().isOk()).isTrue();
      assertThat(said.digest()).isEqualTo(BlobDigest.of("hello".getBytes(UTF_8)));
      for (int time = 0; time < 2; time++) {
        try (InputStream in = said.source().open()) {
          assertThat(in.readNBytes(4)).isEqualTo("hell".getBytes(UTF_8));
        }
      }
      assertThat(dir).isEmptyDirectory();
      assertThat(ended).isNotDone();
    }
  }

  @Test
  void whatIsTooLongIsAFaultAndEndsTheWriter() throws Exception {
    try (StreamRecorder recorder = StreamRecorder.open(dir, "stdout", 4)) {
      Recording said = recorded(recorder, "hello");
      assertThat(said.fault().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      assertThat(said.fault().getDescription()).contains("its stdout has more than 4 bytes");
      assertThat(said.digest()).isEqualTo(BlobDigest.of("hell".getBytes(UTF_8)));
      ended.join();
    }
  }

  @Test
  void aFullDiskIsAFaultAndEndsTheWriter() throws Exception {
    FileChannel full = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE);
    try (StreamRecorder recorder = new StreamRecorder(full, "stderr", 100)) {
      recorder.start(new ByteArrayInputStream("hello".getBytes(UTF_8)), () -> ended.complete(null));
      ended.join();
      assertThat(recorder.fault().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(recorder.fault().getDescription())
          .contains("the worker's disk, for stderr", "No space left");
    }
  }
}
