package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.ExecuteResponse;
import dev.rota.protocols.rpc.Status;
import dev.rota.serving.builds.OperationStanding.Ended;
import io.grpc.Status.Code;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** What came of a job is told as the bot and the grid say it, whoever the bot is. */
class OperationMessagesTest {
  private static ExecuteResponse told(GrpcStatus code, Message reported) throws Exception {
    OperationStanding standing =
        new OperationStanding(
            "o",
            "j",
            "main",
            null,
            0,
            null,
            new Ended(code, OpaqueBytes.of(Any.pack(reported).toByteArray())));
    try (BuildStorage nowhere =
        new BuildStorage(StorageAccess.of(URI.create("grpc://127.0.0.1:1")))) {
      return new OperationMessages(nowhere)
          .over(new OperationName("main", "o"), standing)
          .getResponse()
          .unpack(ExecuteResponse.class);
    }
  }

  private static ExecuteResponse response(Code code, ActionResult result) {
    ExecuteResponse.Builder response = ExecuteResponse.newBuilder();
    if (code != null) {
      response.setStatus(Status.newBuilder().setCode(code.value()).setMessage("the bot's words"));
    }
    if (result != null) {
      response.setResult(result);
    }
    return response.build();
  }

  @Test
  void aResultIsToldAsItWasReported() throws Exception {
    ActionResult result = ActionResult.newBuilder().setExitCode(3).build();
    assertThat(told(GrpcStatus.OK, result)).isEqualTo(response(null, result));
    assertThat(told(GrpcStatus.OK, response(null, result))).isEqualTo(response(null, result));
    ExecuteResponse late = response(Code.DEADLINE_EXCEEDED, result);
    assertThat(told(GrpcStatus.DEADLINE_EXCEEDED, late)).isEqualTo(late);
  }

  /** Exit code 0 without outputs would be a success. */
  @Test
  void aSuccessWithoutAResultIsNone() throws Exception {
    ExecuteResponse told = told(GrpcStatus.OK, ExecuteResponse.getDefaultInstance());
    assertThat(told.getStatus().getCode()).isEqualTo(Code.INTERNAL.value());
    assertThat(told.getStatus().getMessage()).contains("no result");
    assertThat(told.hasResult()).isFalse();
  }

  @Test
  void aFailureThatTheBotToldTheClientStaysOne() throws Exception {
    ExecuteResponse failed = response(Code.ABORTED, null);
    assertThat(told(GrpcStatus.OK, failed)).isEqualTo(failed);
    assertThat(told(GrpcStatus.INTERNAL, response(null, null)).getStatus().getCode())
        .isEqualTo(Code.INTERNAL.value());
  }
}
