package dev.rota.readers.notary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.MerkleTree;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.VerifiedCosignature;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Witnesses that fail, lie, or never end their answers. */
class WitnessRoundsTest {
  private static final String NAME = "acme.example/prod";
  private static final String BOTS = NAME + "/bots-ledger/0";
  private static final String CORES = NAME + "/cores-ledger/0";
  private static final int TURNS = 300;

  private final SigningKey key = SigningKey.random(NAME, KeyKind.LOG);
  private final SealedLedger ledger = SealedLedger.of(TURNS);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<Stub> stubs = new ArrayList<>();

  @TempDir private Path dir;
  private long nanos;
  private PartitionLog bots;
  private PartitionLog cores;

  /** What a witness answers instead of the truth. */
  private interface Answer {
    Answer TRUE = (stub, exchange, note) -> stub.cosign(exchange, note);

    void to(Stub stub, HttpExchange exchange, SignedNote note) throws IOException;

    static Answer of(int status, String words) {
      return (_, exchange, _) -> Stub.reply(exchange, status, words);
    }
  }

  /** A witness that cosigns everything, unless it is told otherwise. */
  private final class Stub {
    final SigningKey own = SigningKey.random("w.example/" + stubs.size(), KeyKind.WITNESS);
    final HttpServer server;
    final List<String> asked = new ArrayList<>();
    volatile Answer answer = Answer.TRUE;
    volatile long seconds = 1_700_000_000;

    Stub() throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(threads);
      server.createContext("/add-checkpoint", this::handle);
      server.start();
      stubs.add(this);
    }

    private void handle(HttpExchange exchange) throws IOException {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      int gap = body.indexOf("\n\n");
      SignedNote note = SignedNote.parse(body.substring(gap + 2));
      synchronized (asked) {
        asked.add(body.lines().findFirst().orElseThrow() + " of " + origin(note));
      }
      answer.to(this, exchange, note);
    }

    void cosign(HttpExchange exchange, SignedNote note) throws IOException {
      reply(exchange, 200, own.cosign(note.text(), seconds) + "\n");
    }

    static void reply(HttpExchange exchange, int status, String words) throws IOException {
      byte[] bytes = words.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      try (exchange) {
        exchange.getResponseBody().write(bytes);
      }
    }

    List<String> asked() {
      synchronized (asked) {
        List<String> copy = List.copyOf(asked);
        asked.clear();
        return copy;
      }
    }
  }

  private static String origin(SignedNote note) {
    return LogCheckpoint.parse(note.text()).origin();
  }

  @BeforeEach
  void open() throws IOException {
    bots = log("bots", BOTS);
    cores = log("cores", CORES);
  }

  private PartitionLog log(String name, String origin) throws IOException {
    return log(DiskOperations.LOCAL, name, origin);
  }

  private PartitionLog log(DiskOperations disk, String name, String origin) throws IOException {
    TrustPolicy all = TrustPolicy.of(key.verifier());
    PageLeaves leaves = new PageLeaves(0, true);
    PartitionLog log = PartitionLog.open(disk, dir.resolve(name), key.as(origin), all, leaves);
    ledger.follow(log, TURNS / 2, TURNS / 2);
    return log;
  }

  @AfterEach
  void close() throws IOException {
    end.countDown();
    stubs.forEach(stub -> stub.server.stop(0));
    threads.shutdownNow();
    bots.close();
    cores.close();
  }

  private WitnessRounds asking(Duration limit) {
    return new WitnessRounds(policy(), limit, () -> nanos);
  }

  private TrustPolicy policy() {
    StringBuilder lines = new StringBuilder("log " + key + "\n");
    for (int i = 0; i < stubs.size(); i++) {
      int port = stubs.get(i).server.getAddress().getPort();
      lines.append("witness W%d %s http://127.0.0.1:%d%n".formatted(i, stubs.get(i).own, port));
    }
    return TrustPolicy.parse((lines + "quorum none\n").getBytes(UTF_8));
  }

  private List<String> cosigners(PartitionLog log) {
    return policy().judge(log.heads().signed()).cosigned().stream()
        .map(VerifiedCosignature::witness)
        .toList();
  }

  private void aMinuteLater() {
    nanos += Duration.ofMinutes(1).toNanos();
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 503, 408, 429})
  void oneThatHasTroubleIsAskedAgainAfterARest(int status) throws Exception {
    Stub troubled = new Stub();
    Stub sound = new Stub();
    WitnessRounds witnessing = asking(Patience.MAX);
    troubled.answer = Answer.of(status, "not now\n");
    witnessing.round(bots);
    assertThat(cosigners(bots)).containsExactly("W1");
    troubled.asked();
    sound.asked();

    troubled.answer = Answer.TRUE;
    witnessing.round(bots);
    assertThat(troubled.asked()).isEmpty(); // it rests
    aMinuteLater();
    witnessing.round(bots);
    assertThat(cosigners(bots)).containsExactly("W0", "W1");
    assertThat(sound.asked()).isEmpty(); // it has answered
  }

  @Test
  void troubleWithOneLogIsNoneWithAnother() throws Exception {
    Stub stub = new Stub();
    stub.answer =
        (one, exchange, note) -> {
          if (origin(note).equals(BOTS)) {
            Stub.reply(exchange, 500, "its file is damaged\n");
          } else {
            one.cosign(exchange, note);
          }
        };
    WitnessRounds witnessing = asking(Patience.MAX);
    witnessing.round(bots);
    witnessing.round(cores);
    assertThat(cosigners(bots)).isEmpty();
    assertThat(cosigners(cores)).containsExactly("W0");
  }

  @Test
  void aRefusalIsAskedForOnceAndKeepsNobodyElseFromAnswering() throws Exception {
    Stub refusing = new Stub();
    Stub away = new Stub();
    refusing.answer = Answer.of(403, "your key is unknown\n");
    away.answer = (_, exchange, _) -> exchange.close();
    WitnessRounds witnessing = asking(Patience.MAX);
    witnessing.round(bots);
    assertThat(refusing.asked()).hasSize(1);

    away.answer = Answer.TRUE;
    aMinuteLater();
    witnessing.round(bots);
    assertThat(cosigners(bots)).containsExactly("W1");
    assertThat(refusing.asked()).isEmpty();

    ledger.follow(bots, TURNS, TURNS); // a new question
    witnessing.round(bots);
    assertThat(refusing.asked()).hasSize(1);
  }

  @Test
  void anAnswerThatNeverEndsTakesNoLongerThanTheLimit() throws Exception {
    Stub slow = new Stub();
    slow.answer =
        (_, exchange, _) -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write('x');
          exchange.getResponseBody().flush();
          awaitEnd();
        };
    WitnessRounds witnessing = asking(Duration.ofSeconds(10)); // a busy machine has asked by then
    witnessing.round(bots);
    assertThat(cosigners(bots)).isEmpty();
    assertThat(slow.asked()).hasSize(1);
    witnessing.round(cores);
    assertThat(slow.asked()).isEmpty(); // it rests from all logs
  }

  @Test
  void anAnswerWithoutEndIsNotKeptInMemory() throws Exception {
    Stub flooding = new Stub();
    flooding.answer =
        (_, exchange, _) -> {
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream body = exchange.getResponseBody()) {
            while (end.getCount() > 0) {
              body.write(new byte[1 << 16]);
            }
          }
        };
    asking(Patience.MAX).round(bots);
    assertThat(cosigners(bots)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-5\n", "+5\n", "05\n", "", "many\n", "9223372036854775808\n"})
  void aConflictWithoutASizeIsARefusal(String size) throws Exception {
    Stub stub = new Stub();
    stub.answer = Answer.of(409, size);
    WitnessRounds witnessing = asking(Patience.MAX);
    witnessing.round(bots);
    assertThat(stub.asked()).containsExactly("old 0 of " + BOTS);
    aMinuteLater();
    witnessing.round(bots);
    assertThat(stub.asked()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 4_000_000_000L, 1L << 62, Long.MAX_VALUE})
  void aCosignatureOfAnAbsurdTimeIsARefusal(long seconds) throws Exception {
    Stub lying = new Stub();
    lying.seconds = seconds;
    Stub sound = new Stub();
    WitnessRounds witnessing = asking(Patience.MAX);
    witnessing.round(bots);
    assertThat(cosigners(bots)).containsExactly("W1");
    assertThat(bots.heads().signed().lines()).hasSize(2); // nobody else has to read it
    lying.asked();

    aMinuteLater();
    witnessing.round(bots);
    assertThat(lying.asked()).isEmpty();
    assertThat(sound.asked()).hasSize(1);
  }

  @Test
  void afterAConflictItIsAskedFromTheSizeThatItHas() throws Exception {
    Stub stub = new Stub();
    stub.answer =
        (one, exchange, _) -> {
          Stub.reply(exchange, 409, "100\n");
          one.answer = Answer.TRUE;
        };
    asking(Patience.MAX).round(bots);
    assertThat(stub.asked()).containsExactly("old 0 of " + BOTS, "old 100 of " + BOTS);
    assertThat(cosigners(bots)).containsExactly("W0");
  }

  @Test
  void aConflictAfterAConflictMayPass() throws Exception {
    Stub stub = new Stub();
    stub.answer = Answer.of(409, "100\n");
    WitnessRounds witnessing = asking(Patience.MAX);
    witnessing.round(bots);
    assertThat(stub.asked()).hasSize(2);

    stub.answer = Answer.TRUE;
    aMinuteLater();
    witnessing.round(bots);
    assertThat(stub.asked()).containsExactly("old 100 of " + BOTS);
    assertThat(cosigners(bots)).containsExactly("W0");
  }

  @Test
  void whatTheOwnDiskDoesNotYieldIsNoRefusal() throws Exception {
    Stub stub = new Stub();
    stub.answer = Answer.of(409, "100\n");
    Path tiles = dir.resolve("bots").resolve("tile");
    Path away = dir.resolve("away");
    Files.move(tiles, away);
    WitnessRounds witnessing = asking(Patience.MAX);
    witnessing.round(bots);
    assertThat(stub.asked()).containsExactly("old 0 of " + BOTS);

    Files.move(away, tiles);
    stub.answer = Answer.TRUE;
    aMinuteLater();
    witnessing.round(bots);
    assertThat(cosigners(bots)).containsExactly("W0");
  }

  @Test
  void aCheckpointOlderThanTheWitnessedOneIsRefused() throws Exception {
    new Stub();
    Path signed = dir.resolve("bots").resolve(LogReader.SIGNED);
    Path witnessed = dir.resolve("bots").resolve(LogReader.WITNESSED);
    byte[] older = Files.readAllBytes(signed);
    ledger.follow(bots, TURNS, TURNS);
    asking(Patience.MAX).round(bots);
    bots.close();
    byte[] newest = Files.readAllBytes(signed);
    assertThat(witnessed).hasBinaryContent(newest);

    Files.write(signed, older);
    notOpened("checkpoint is missing or older than checkpoint.witnessed");
    Files.delete(signed);
    notOpened("checkpoint is missing or older than checkpoint.witnessed");

    Files.write(signed, newest);
    LogCheckpoint other = new LogCheckpoint(BOTS, TURNS / 3, new byte[MerkleTree.HASH_BYTES]);
    SignedNote lie = new SignedNote(other.text(), List.of(key.as(BOTS).sign(other.text())));
    Files.writeString(witnessed, lie.toString());
    notOpened("checkpoint.witnessed is of another tree than checkpoint");

    Files.write(witnessed, older);
    log("bots", BOTS).close();
  }

  private void notOpened(String why) {
    assertThatThrownBy(() -> log("bots", BOTS)).isInstanceOf(BadProof.class).hasMessage(why);
  }

  @Test
  void aFailureToKeepAnAnswerIsNotRepeatedAtOnce() throws Exception {
    Stub stub = new Stub();
    TroubledDisk disk = new TroubledDisk();
    bots.close();
    bots = log(disk, "bots", BOTS);
    WitnessRounds witnessing = asking(Patience.MAX);
    disk.failOnce("write", LogReader.SIGNED);
    assertThatThrownBy(() -> witnessing.round(bots)).isInstanceOf(UncheckedIOException.class);
    assertThat(stub.asked()).hasSize(1);

    witnessing.round(bots);
    assertThat(stub.asked()).isEmpty(); // the log rests
    witnessing.round(cores);
    assertThat(cosigners(cores)).containsExactly("W0"); // this one does not
    aMinuteLater();
    witnessing.round(bots);
    assertThat(cosigners(bots)).containsExactly("W0");
  }

  @Test
  void whoHasEndedAsksNobody() throws Exception {
    Stub stub = new Stub();
    WitnessRounds witnessing = asking(Patience.MAX);
    witnessing.end();
    witnessing.round(bots);
    assertThat(stub.asked()).isEmpty();
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
