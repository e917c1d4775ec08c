package dev.rota.base.blobs;

import com.google.protobuf.MessageLite;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds what the messages of all calls of a server hold: those that have come, in part or whole,
 * and answers that clients do not take. One connection may have ten thousand calls, and each of
 * them a message of many megabytes. A call for which there is no room is UNAVAILABLE: it may be
 * tried again.
 */
public final class MessageMemory extends ServerStreamTracer.Factory implements ServerInterceptor {
  private static final int HEAP_PARTS = 8;

  /** Those of clients that wait, and of bots: they are to pass where blobs take all the room. */
  private static final int SMALL_BYTES = 16 << 10;

  private static final Context.Key<CallMemory> CALL = Context.key("dev.rota.message-memory");

  private final long bytesMax;
  private final AtomicLong held = new AtomicLong();

  private MessageMemory(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Gives a server an eighth of the heap. */
  public static void bound(ServerBuilder<?> server) {
    bound(server, Runtime.getRuntime().maxMemory() / HEAP_PARTS);
  }

  static void bound(ServerBuilder<?> server, long bytesMax) {
    MessageMemory memory = new MessageMemory(bytesMax);
    server.addStreamTracerFactory(memory).intercept(memory);
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
    return new CallMemory();
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    CallMemory memory = CALL.get();
    MeasuredCall<Q, A> measured = new MeasuredCall<>(call, memory);
    memory.begin(measured);
    return next.startCall(measured, headers);
  }

  /** What a call holds. The transport tells it of each part of a message that comes. */
  private final class CallMemory extends ServerStreamTracer {
    private MeasuredCall<?, ?> call;
    private long questions;
    private long answers;
    private boolean isClosed;

    synchronized void begin(MeasuredCall<?, ?> measured) {
      call = measured;
    }

    @Override
    public Context filterContext(Context context) {
      return context.withValue(CALL, this);
    }

    @Override
    public void inboundWireSize(long bytes) {
      MeasuredCall<?, ?> tooLarge = null;
      synchronized (this) {
        questions += bytes;
        if (held.addAndGet(bytes) > bytesMax && questions > SMALL_BYTES) {
          tooLarge = call;
        }
      }
      if (tooLarge != null) {
        tooLarge.refuse();
      }
    }

    /** Returns false if there is no room for an answer. One that nobody hears needs none. */
    synchronized boolean isTaken(long answer) {
      if (isClosed) {
        return true;
      }
      if (answer > SMALL_BYTES && held.get() + answer > bytesMax) {
        return false;
      }
      answers += answer;
      held.addAndGet(answer);
      return true;
    }

    synchronized void questionsAreDone() {
      held.addAndGet(-questions);
      questions = 0;
    }

    synchronized void answersAreSent() {
      held.addAndGet(-answers);
      answers = 0;
    }

    @Override
    public synchronized void streamClosed(Status status) {
      isClosed = true;
      questionsAreDone();
      answersAreSent();
    }
  }

  /** A call that says when its messages are held no more. */
  private static final class MeasuredCall<Q, A> extends EndableCall<Q, A> {
    private final CallMemory memory;

    MeasuredCall(ServerCall<Q, A> call, CallMemory memory) {
      super(call);
      this.memory = memory;
    }

    /** Whoever asks for more has done with what came. */
    @Override
    public void request(int messages) {
      memory.questionsAreDone();
      super.request(messages);
    }

    @Override
    public synchronized void sendMessage(A message) {
      if (isReady()) {
        memory.answersAreSent();
      }
      if (memory.isTaken(size(message))) {
        super.sendMessage(message);
      } else {
        refuse();
      }
    }

    private static long size(Object message) {
      return message instanceof MessageLite one
          ? one.getSerializedSize()
          : message instanceof byte[] bytes ? bytes.length : 0;
    }

    void refuse() {
      end(
          Status.UNAVAILABLE.withDescription(
              "other calls hold all the memory that there is for messages: try again later"));
    }
  }
}
