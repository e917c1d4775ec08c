package dev.rota.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * Passes on what clients and a broker say to each other, request by request, and does to each what
 * a fault says. A broker answers the requests of a connection in their order, which tells whose
 * answer a frame is.
 */
final class KafkaRelay implements AutoCloseable {
  private static final Fault NONE = _ -> Fate.PASS;

  /** Where a request's header has it: behind its kind, version and number. */
  private static final int CLIENT_NAME = 8;

  /** What becomes of a frame. */
  enum Fate {
    PASS,
    /** The broker gets the request twice; its second answer is lost. */
    TWICE,
    /** All that follows it on its connection is lost, too: nothing is read behind a gap. */
    LOST,
    /** It is lost, and the connection is reset. */
    RESET
  }

  /**
   * A request, or the answer to one.
   *
   * @param client what the client calls itself; empty: nothing
   */
  record Frame(ApiKeys kind, String client, boolean isAnswer, int bytes) {
    private static Frame of(byte[] request) {
      ByteBuffer header = ByteBuffer.wrap(request);
      ApiKeys kind = ApiKeys.forId(header.getShort());
      int name = header.position(CLIENT_NAME).getShort();
      String client =
          name < 0 ? "" : UTF_8.decode(header.slice(header.position(), name)).toString();
      return new Frame(kind, client, false, request.length);
    }

    private Frame answer(byte[] answer) {
      return new Frame(kind, client, true, answer.length);
    }
  }

  /** Decides what becomes of frames; what takes its time keeps those behind it waiting. */
  interface Fault {
    Fate of(Frame frame) throws Exception;
  }

  private record Expected(Frame request, boolean isWanted) {}

  private final ServerSocket listening;
  private final int to;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile Fault fault = NONE;

  /**
   * Listens on a port of its own.
   *
   * @param to the broker's port on loopback
   */
  KafkaRelay(int to) throws IOException {
    this.to = to;
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.startVirtualThread(this::accept);
  }

  String address() {
    return "127.0.0.1:" + listening.getLocalPort();
  }

  /** From now on, for frames that come. */
  void suffer(Fault next) {
    fault = next;
  }

  /** Passes everything again, but for connections that have lost something: these stay silent. */
  void calm() {
    fault = NONE;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        Thread.startVirtualThread(() -> connect(client));
      }
    } catch (IOException closed) {
      // There is nobody to tell.
    }
  }

  private void connect(Socket client) {
    try {
      Socket broker = new Socket(InetAddress.getLoopbackAddress(), to);
      client.setTcpNoDelay(true);
      broker.setTcpNoDelay(true);
      open.add(client);
      open.add(broker);
      Queue<Expected> expected = new ConcurrentLinkedQueue<>();
      Thread.startVirtualThread(() -> requests(client, broker, expected));
      Thread.startVirtualThread(() -> answers(client, broker, expected));
    } catch (IOException refused) {
      reset(client);
    }
  }

  private void requests(Socket client, Socket broker, Queue<Expected> expected) {
    try {
      var in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
      var out = new DataOutputStream(new BufferedOutputStream(broker.getOutputStream()));
      boolean lost = false;
      while (true) {
        byte[] frame = in.readNBytes(in.readInt());
        Frame request = Frame.of(frame);
        switch (lost ? Fate.LOST : fault.of(request)) {
          case PASS -> pass(frame, out, expected, new Expected(request, true));
          case TWICE -> {
            pass(frame, out, expected, new Expected(request, true));
            pass(frame, out, expected, new Expected(request, false));
          }
          case LOST -> lost = true;
          case RESET -> {
            return;
          }
        }
      }
    } catch (Exception ended) {
      // The client is gone, or the broker.
    } finally {
      reset(client);
      reset(broker);
    }
  }

  private static void pass(
      byte[] frame, DataOutputStream out, Queue<Expected> expected, Expected answer)
      throws IOException {
    expected.add(answer); // before the answer can come
    write(frame, out);
  }

  private void answers(Socket client, Socket broker, Queue<Expected> expected) {
    try {
      var in = new DataInputStream(new BufferedInputStream(broker.getInputStream()));
      var out = new DataOutputStream(new BufferedOutputStream(client.getOutputStream()));
      boolean lost = false;
      while (true) {
        byte[] frame = in.readNBytes(in.readInt());
        Expected answer = expected.remove();
        if (!answer.isWanted) {
          continue;
        }
        switch (lost ? Fate.LOST : fault.of(answer.request.answer(frame))) {
          case PASS -> write(frame, out);
          case TWICE -> throw new IllegalArgumentException("a client gets no answer twice");
          case LOST -> lost = true;
          case RESET -> {
            return;
          }
        }
      }
    } catch (Exception ended) {
      // The client is gone, or the broker.
    } finally {
      reset(client);
      reset(broker);
    }
  }

  private static void write(byte[] frame, DataOutputStream out) throws IOException {
    out.writeInt(frame.length);
    out.write(frame);
    out.flush();
  }

  private void reset(Socket socket) {
    open.remove(socket);
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException closed) {
      // It was closed before.
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
      open.forEach(this::reset);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
