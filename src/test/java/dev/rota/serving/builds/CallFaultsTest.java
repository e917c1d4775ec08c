package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.StatusDetails;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** The words of a fault. */
class CallFaultsTest {
  @Test
  void aNameOfAMillionCharactersIsNotRepeated() {
    String name = "n".repeat(1_000_000);
    StatusRuntimeException told =
        CallFaults.told("Execute", RequestedAction.invalid("name", "it is " + name, "use another"));
    assertThat(told.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(told.getStatus().getDescription())
        .startsWith("name: it is nnn")
        .hasSizeLessThanOrEqualTo(CallFaults.WORDS_MAX + 1);
  }

  @Test
  void nobodyHearsOfACallWhoseClientOrFrontDoorHasGone() {
    for (Exception gone : List.of(new CancellationException(), new InterruptedException())) {
      assertThat(CallFaults.told("Execute", gone).getStatus()).isEqualTo(Status.CANCELLED);
    }
  }

  @Test
  void otherFaultsAreToldAsTheyAre() {
    StatusRuntimeException missing = StatusDetails.missing(List.of(BlobDigest.EMPTY));
    assertThat(CallFaults.told("Execute", missing)).isSameAs(missing);
  }
}
