package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.ExecuteResponse;
import dev.rota.testing.StoragePort;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A result reaches the client, whatever its size. */
class ReportedResultTest {
  @TempDir private Path dir;

  private StoragePort storage;

  @BeforeEach
  void open() throws IOException {
    storage = StoragePort.open(dir, 1 << 20);
  }

  @AfterEach
  void close() throws IOException {
    storage.close();
  }

  private static ExecuteResponse response(int bytes) {
    ExecuteResponse.Builder response = ExecuteResponse.newBuilder();
    response.getStatusBuilder().setCode(4).setMessage("too long");
    response.getResultBuilder().setStdoutRaw(ByteString.copyFrom(new byte[bytes]));
    return response.build();
  }

  @Test
  void aSmallOneIsInTheReportAndALargeOneInTheStorage() throws IOException {
    int room = ReportedResult.BYTES_MAX;
    for (int bytes : new int[] {0, 1, room - 200, room - 100, room - 60, room, 10 * room}) {
      ExecuteResponse response = response(bytes);
      byte[] packed = ReportedResult.pack(response, storage.client());
      assertThat(packed.length).isLessThanOrEqualTo(room);
      assertThat(ReportedResult.unpack(packed, storage.client())).isEqualTo(response);
      boolean stored = Any.parseFrom(packed).is(Digest.class);
      assertThat(stored).isEqualTo(Any.pack(response).getSerializedSize() > room);
    }
  }

  @Test
  void aBotThatReadsKafkaMayReportAnActionResult() throws IOException {
    ActionResult result = ActionResult.newBuilder().setExitCode(3).build();
    assertThat(ReportedResult.unpack(Any.pack(result).toByteArray(), storage.client()))
        .isEqualTo(ExecuteResponse.newBuilder().setResult(result).build());
  }

  @Test
  void whatIsNoResultIsSaid() {
    for (byte[] other :
        new byte[][] {{1, 2, 3}, {}, Any.pack(Command.getDefaultInstance()).toByteArray()}) {
      assertThatThrownBy(() -> ReportedResult.unpack(other, storage.client()))
          .hasMessageContaining("INTERNAL")
          .hasMessageContaining("docs/builds.md");
    }
  }
}
