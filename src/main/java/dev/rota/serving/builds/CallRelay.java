package dev.rota.serving.builds;

import dev.rota.protocols.bytestream.ByteStreamGrpc;
import dev.rota.protocols.reapi.ActionCacheGrpc;
import dev.rota.protocols.reapi.ContentAddressableStorageGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Passes calls about blobs and results on to the storage, so that a client needs one address. It
 * does not read them. It holds one message of each direction: a client and a storage wait for each
 * other.
 */
final class CallRelay extends HandlerRegistry {
  /** It was meant for this port. */
  private static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final Map<String, Channel> services;

  CallRelay(BuildStorage storage) {
    services =
        Map.of(
            ContentAddressableStorageGrpc.SERVICE_NAME,
            storage.blobChannel(),
            ByteStreamGrpc.SERVICE_NAME,
            storage.blobChannel(),
            ActionCacheGrpc.SERVICE_NAME,
            storage.resultChannel());
  }

  @Override
  public ServerMethodDefinition<?, ?> lookupMethod(String method, String authority) {
    String service = MethodDescriptor.extractFullServiceName(method);
    Channel to = service == null ? null : services.get(service);
    if (to == null) {
      return null;
    }
    MethodDescriptor<byte[], byte[]> passed =
        MethodDescriptor.newBuilder(Bytes.AS_THEY_ARE, Bytes.AS_THEY_ARE)
            .setFullMethodName(method)
            .setType(MethodDescriptor.MethodType.UNKNOWN)
            .build();
    return ServerMethodDefinition.create(
        passed, (from, headers) -> relay(from, headers, to.newCall(passed, options())));
  }

  private static CallOptions options() {
    Deadline deadline = Context.current().getDeadline();
    return deadline == null ? CallOptions.DEFAULT : CallOptions.DEFAULT.withDeadline(deadline);
  }

  private static ServerCall.Listener<byte[]> relay(
      ServerCall<byte[], byte[]> from, Metadata headers, ClientCall<byte[], byte[]> to) {
    headers.removeAll(TOKEN);
    RelayedCall call = new RelayedCall(from, to);
    to.start(call.answers(), headers);
    from.request(1);
    to.request(1);
    return call.questions();
  }

  /** Messages are not looked at. */
  private enum Bytes implements MethodDescriptor.Marshaller<byte[]> {
    AS_THEY_ARE;

    @Override
    public InputStream stream(byte[] message) {
      return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * A call and the one that it is passed on by. Each side asks for more when the other takes it.
   */
  private static final class RelayedCall {
    private final ServerCall<byte[], byte[]> from;
    private final ClientCall<byte[], byte[]> to;
    private boolean questionDue;
    private boolean answerDue;

    RelayedCall(ServerCall<byte[], byte[]> from, ClientCall<byte[], byte[]> to) {
      this.from = from;
      this.to = to;
    }

    ServerCall.Listener<byte[]> questions() {
      return new ServerCall.Listener<>() {
        @Override
        public void onMessage(byte[] message) {
          to.sendMessage(message);
          synchronized (RelayedCall.this) {
            questionDue = true;
          }
          nextQuestion();
        }

        @Override
        public void onHalfClose() {
          to.halfClose();
        }

        @Override
        public void onCancel() {
          to.cancel("the client has gone", null);
        }

        /** It does nothing if the storage has answered: then this call is over by its answer. */
        @Override
        public void onComplete() {
          to.cancel("the client has its answer", null);
        }

        @Override
        public void onReady() {
          nextAnswer();
        }
      };
    }

    ClientCall.Listener<byte[]> answers() {
      return new ClientCall.Listener<>() {
        @Override
        public void onHeaders(Metadata headers) {
          from.sendHeaders(headers);
        }

        @Override
        public void onMessage(byte[] message) {
          from.sendMessage(message);
          synchronized (RelayedCall.this) {
            answerDue = true;
          }
          nextAnswer();
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
          from.close(status, trailers);
        }

        @Override
        public void onReady() {
          nextQuestion();
        }
      };
    }

    private void nextQuestion() {
      synchronized (this) {
        if (!questionDue || !to.isReady()) {
          return;
        }
        questionDue = false;
      }
      from.request(1);
    }

    private void nextAnswer() {
      synchronized (this) {
        if (!answerDue || !from.isReady()) {
          return;
        }
        answerDue = false;
      }
      to.request(1);
    }
  }
}
