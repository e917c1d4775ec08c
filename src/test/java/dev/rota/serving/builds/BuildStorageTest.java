package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.reapi.ActionCacheGrpc.ActionCacheImplBase;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.GetActionResultRequest;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** A storage of the field, which may have damaged results. */
class BuildStorageTest {
  /** An action cache that has one answer. */
  private static final class FaultyCache extends ActionCacheImplBase {
    private final Status answer;

    FaultyCache(Status answer) {
      this.answer = answer;
    }

    @Override
    public void getActionResult(
        GetActionResultRequest request, StreamObserver<ActionResult> observer) {
      observer.onError(answer.asRuntimeException());
    }
  }

  private static Object asked(Status answer) throws IOException {
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(new FaultyCache(answer))
            .build()
            .start();
    URI address = URI.create("grpc://127.0.0.1:" + server.getPort());
    try (BuildStorage storage = new BuildStorage(StorageAccess.of(address))) {
      return storage.result("", BlobDigest.EMPTY).isPresent();
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode();
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void aResultThatTheStorageCannotGiveIsAMiss() throws IOException {
    for (Status answer :
        new Status[] {
          Status.NOT_FOUND,
          Status.DATA_LOSS,
          Status.INVALID_ARGUMENT,
          Status.FAILED_PRECONDITION,
          Status.OUT_OF_RANGE,
          Status.RESOURCE_EXHAUSTED
        }) {
      assertThat(asked(answer)).as(answer.getCode().name()).isEqualTo(false);
    }
  }

  @Test
  void aStorageThatGivesNothingNowIsAnError() throws IOException {
    assertThat(asked(Status.UNAVAILABLE)).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(asked(Status.PERMISSION_DENIED)).isEqualTo(Status.Code.INTERNAL);
    assertThat(asked(Status.INTERNAL)).isEqualTo(Status.Code.INTERNAL);
  }
}
