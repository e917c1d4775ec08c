package dev.rota.end;

import static dev.rota.end.HostileClient.digest;
import static dev.rota.end.HostileClient.patient;
import static dev.rota.end.HostileClient.shouted;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.BotStatus;
import dev.rota.protocols.remoteworkers.BotsGrpc;
import dev.rota.protocols.remoteworkers.CreateBotSessionRequest;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import dev.rota.protocols.remoteworkers.UpdateBotSessionRequest;
import dev.rota.protocols.remoteworkers.Worker;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;

/** A worker that lies about itself, about others' leases, and about its own. */
final class HostileWorker {
  private static final String CREATE = "Bots/CreateBotSession";
  private static final String UPDATE = "Bots/UpdateBotSession";
  private static final int POLLS = 2_000;
  private static final int REPORTS_MAX = 100;
  private static final Duration ENDED_AFTER = Duration.ofSeconds(2);
  private static final String LIE = "a lie";

  private HostileWorker() {}

  static List<HostileDeed> deeds() {
    List<HostileDeed> all = new ArrayList<>();
    all.addAll(selves());
    all.addAll(thefts());
    all.addAll(reports());
    all.addAll(results());
    all.addAll(floods());
    return all;
  }

  private static BotSession.Builder session(String bot, String family) {
    BotSession.Builder session = BotSession.newBuilder().setBotId(bot).setStatus(BotStatus.OK);
    session
        .getWorkerBuilder()
        .addDevicesBuilder()
        .addPropertiesBuilder()
        .setKey("OSFamily")
        .setValue(family);
    return session;
  }

  private static BotSession create(FarmClient liar, String parent, BotSession.Builder session) {
    return patient(BotsGrpc.newBlockingStub(liar.door()))
        .createBotSession(
            CreateBotSessionRequest.newBuilder().setParent(parent).setBotSession(session).build());
  }

  private static BotSession update(FarmClient liar, String name, BotSession.Builder session) {
    return patient(BotsGrpc.newBlockingStub(liar.door()))
        .updateBotSession(
            UpdateBotSessionRequest.newBuilder().setName(name).setBotSession(session).build());
  }

  /** Whoever is taken as a bot goes again. */
  private static HostileDeed self(String what, String must, Consumer<BotSession.Builder> lie) {
    return new HostileDeed(
        CREATE,
        what,
        must,
        liar -> {
          BotSession.Builder said = session(FarmClient.fresh("liar"), FarmClient.fresh("none"));
          lie.accept(said);
          BotSession taken = create(liar, FarmClient.INSTANCE, said);
          var _ = update(liar, taken.getName(), said.setStatus(BotStatus.BOT_TERMINATING));
          return "OK";
        });
  }

  private static void config(BotSession.Builder said, String key, String value) {
    said.getWorkerBuilder().addConfigsBuilder().setKey(key).setValue(value);
  }

  private static List<HostileDeed> selves() {
    String refused = "INVALID_ARGUMENT|RESOURCE_EXHAUSTED";
    return List.of(
        self("no name", "INVALID_ARGUMENT", said -> said.clearBotId()),
        self("a name of 1 MB", refused, said -> said.setBotId("x".repeat(1 << 20))),
        self("a name of NUL and ..", "OK|INVALID_ARGUMENT", said -> said.setBotId("../a\0b/*/1")),
        self(
            "a capacity of 2^31 − 1",
            "OUT_OF_RANGE",
            said -> config(said, "capacity", "" + Integer.MAX_VALUE)),
        self("a capacity of −1", "OUT_OF_RANGE", said -> config(said, "capacity", "-1")),
        self(
            "a capacity of 2^31",
            "INVALID_ARGUMENT",
            said -> config(said, "capacity", "2147483648")),
        self(
            "a priority of −2^31",
            "OK|INVALID_ARGUMENT",
            said -> config(said, "priority", "" + Integer.MIN_VALUE)),
        self(
            "five thousand devices",
            "OK|" + refused,
            said -> {
              for (int i = 0; i < 5_000; i++) {
                said.getWorkerBuilder().addDevicesBuilder().setHandle("d" + i);
              }
            }),
        self(
            "five thousand properties",
            "OK|" + refused,
            said -> {
              for (int i = 0; i < 5_000; i++) {
                said.getWorkerBuilder()
                    .addProperties(Worker.Property.newBuilder().setKey("p" + i).setValue("v"));
              }
            }),
        new HostileDeed(
            CREATE,
            "an instance of slashes, .. and NUL",
            "OK|NOT_FOUND|INVALID_ARGUMENT",
            liar -> {
              BotSession.Builder said = session(FarmClient.fresh("liar"), FarmClient.fresh("none"));
              BotSession taken = create(liar, "/../\0/*", said);
              var _ = update(liar, taken.getName(), said.setStatus(BotStatus.BOT_TERMINATING));
              return "OK";
            }));
  }

  private static ActionResult said(String words) {
    return ActionResult.newBuilder().setStdoutRaw(ByteString.copyFromUtf8(words)).build();
  }

  /** An honest worker with a lease, and the client that waits for it. */
  private record Victim(
      FarmClient client, FakeWorker worker, Lease lease, OperationReader waiting) {
    static Victim of(FarmClient liar) throws IOException {
      FarmClient client = liar.of(FarmClient.fresh("victims"));
      FakeWorker worker =
          new FakeWorker(
                  client.door(),
                  FarmClient.INSTANCE,
                  FarmClient.fresh("victim"),
                  client.family(),
                  1)
              .create();
      OperationReader waiting =
          OperationReader.execute(
              client.door(), client.request(client.action(client.shell("true"))));
      return new Victim(client, worker, worker.take(), waiting);
    }

    String bot() {
      return worker.session().getBotId();
    }

    /** It reports the truth; what its client hears. */
    String end() throws IOException {
      worker.complete(said("the truth"));
      String heard = client.told(waiting.response());
      worker.leave();
      return heard;
    }
  }

  private static BotSession.Builder finishing(String bot, Lease lease) {
    return BotSession.newBuilder()
        .setBotId(bot)
        .setStatus(BotStatus.OK)
        .addLeases(lease.toBuilder().setState(LeaseState.COMPLETED).setResult(Any.pack(said(LIE))));
  }

  /** Tries all names of the victim's session that can be guessed. */
  private static String guess(FarmClient liar) throws IOException {
    Victim victim = Victim.of(liar);
    BotSession.Builder own = session(FarmClient.fresh("liar"), FarmClient.fresh("none"));
    String ownName = create(liar, FarmClient.INSTANCE, own).getName();
    Matcher number = Pattern.compile(own.getBotId() + "/(\\d+)").matcher(ownName);
    long next = number.find() ? Long.parseLong(number.group(1)) : 2;
    List<String> guesses = new ArrayList<>();
    for (String instance : List.of("", "*/", FarmClient.INSTANCE + "/")) {
      for (long i = next - 3; i < next; i++) {
        guesses.add(instance + victim.bot() + "/" + i);
      }
    }
    guesses.add(ownName.replace(own.getBotId(), victim.bot()));
    guesses.add(ownName.replace(own.getBotId() + "/" + next, victim.bot() + "/" + (next - 1)));
    TakenGuesses taken = new TakenGuesses(new ArrayList<>());
    for (String name : guesses) {
      taken.add(name, () -> update(liar, name, finishing(victim.bot(), victim.lease())));
    }
    var _ = update(liar, ownName, own.setStatus(BotStatus.BOT_TERMINATING));
    String heard = victim.end();
    return taken.names().isEmpty() && heard.equals("OK 0 the truth")
        ? "NOT_FOUND"
        : "TAKEN " + taken.names() + ", its client heard " + heard;
  }

  /** Guesses that a front door did not refuse. */
  private record TakenGuesses(List<String> names) {
    void add(String name, Runnable update) {
      try {
        update.run();
        names.add(name);
      } catch (StatusRuntimeException e) {
        if (e.getStatus().getCode() != Status.Code.NOT_FOUND
            && e.getStatus().getCode() != Status.Code.PERMISSION_DENIED) {
          names.add(name + ": " + e.getStatus());
        }
      }
    }
  }

  /** With a session of its own, it reports what another one has. */
  private static String finishAnother(FarmClient liar) throws IOException {
    Victim victim = Victim.of(liar);
    BotSession.Builder own = session(FarmClient.fresh("liar"), FarmClient.fresh("none"));
    BotSession taken = create(liar, FarmClient.INSTANCE, own);
    String came;
    try {
      BotSession.Builder said = finishing(own.getBotId(), victim.lease());
      came = "OK " + update(liar, taken.getName(), said.setStatus(BotStatus.BOT_TERMINATING));
    } catch (StatusRuntimeException e) {
      came = e.getStatus().getCode().name();
    }
    String heard = victim.end();
    return heard.equals("OK 0 the truth") ? "OK" : "STOLEN: " + came + ", " + heard;
  }

  /** As whom another one comes: it registers again, and the first one's session is over. */
  private static List<HostileDeed> thefts() {
    return List.of(
        new HostileDeed(
            UPDATE,
            "guesses another's session and finishes its lease",
            "NOT_FOUND",
            HostileWorker::guess),
        new HostileDeed(UPDATE, "finishes another's lease", "OK", HostileWorker::finishAnother),
        new HostileDeed(
            UPDATE,
            "names a session of NUL and ..",
            "NOT_FOUND|INVALID_ARGUMENT",
            liar -> "OK " + update(liar, "*/../a\0b/1", session("a\0b", "none"))),
        new HostileDeed(
            UPDATE,
            "names a session of 1 MB",
            "NOT_FOUND|INVALID_ARGUMENT|RESOURCE_EXHAUSTED|INTERNAL",
            liar -> "OK " + update(liar, "x".repeat(1 << 20) + "/a/1", session("a", "none"))));
  }

  /** A worker whose leases all end by the same lie, until their client has heard of it. */
  private static String lying(FarmClient liar, Consumer<Lease.Builder> lie) throws IOException {
    FarmClient client = liar.of(FarmClient.fresh("lies"));
    return lying(client, client.request(client.action(client.shell("true"))), lie);
  }

  private static String lying(
      FarmClient client, ExecuteRequest request, Consumer<Lease.Builder> lie) throws IOException {
    String bot = FarmClient.fresh("liar");
    BotSession now = create(client, FarmClient.INSTANCE, session(bot, client.family()));
    OperationReader waiting = OperationReader.execute(client.door(), request);
    try {
      for (int i = 0; waiting.isOpen(); i++) {
        if (i == REPORTS_MAX) {
          return "UNHEARD after " + i + " reports";
        }
        BotSession.Builder said = now.toBuilder();
        said.getLeasesBuilderList().stream()
            .filter(lease -> lease.getState() == LeaseState.PENDING)
            .forEach(lease -> lie.accept(lease.setState(LeaseState.COMPLETED)));
        now = update(client, now.getName(), said);
        if (now.getLeasesCount() == 0) {
          awaitEnd(waiting);
        }
      }
      return client.told(waiting.response());
    } catch (StatusRuntimeException e) {
      // It would be said again for ever, and its client would wait.
      return "REFUSED: " + e.getStatus();
    } finally {
      waiting.leave();
      var _ =
          update(
              client,
              now.getName(),
              now.toBuilder().clearLeases().setStatus(BotStatus.BOT_TERMINATING));
    }
  }

  /** Whoever asks again at once waits for work, of which there may be no more. */
  private static void awaitEnd(OperationReader waiting) {
    try {
      await()
          .pollInterval(Duration.ofMillis(10))
          .atMost(ENDED_AFTER)
          .until(() -> !waiting.isOpen());
    } catch (ConditionTimeoutException _) {
      // It has another lease.
    }
  }

  private static HostileDeed report(String what, String must, Consumer<Lease.Builder> lie) {
    return new HostileDeed(UPDATE, what, must, liar -> lying(liar, lie));
  }

  private static BlobDigest absent() {
    return BlobDigest.of(FarmClient.fresh("gone").getBytes(UTF_8));
  }

  private static List<HostileDeed> reports() {
    String refused = "INTERNAL|INVALID_ARGUMENT|UNAVAILABLE|FAILED_PRECONDITION|NOT_FOUND";
    return List.of(
        report("COMPLETED without a result", "INTERNAL", _ -> {}),
        report(
            "a result that is a Command",
            refused,
            lease -> lease.setResult(Any.pack(Command.getDefaultInstance()))),
        report(
            "a result whose bytes are none",
            refused,
            lease ->
                lease.setResult(
                    Any.newBuilder()
                        .setTypeUrl(
                            "type.googleapis.com/" + ActionResult.getDescriptor().getFullName())
                        .setValue(ByteString.copyFromUtf8("\u0007no result")))),
        report(
            "a type of 1 MB",
            refused,
            lease -> lease.setResult(Any.newBuilder().setTypeUrl("x".repeat(1 << 20)))),
        report(
            "a result that is a blob which is gone",
            refused,
            lease -> lease.setResult(Any.pack(absent().message()))),
        report(
            "a result that is a blob of −1 bytes",
            refused,
            lease -> lease.setResult(Any.pack(digest(absent(), -1)))),
        report(
            "a result that is a blob of 2^63 − 1 bytes",
            refused + "|RESOURCE_EXHAUSTED",
            lease -> lease.setResult(Any.pack(digest(absent(), Long.MAX_VALUE)))),
        report(
            "an exit code of −2^31",
            "OK -2147483648",
            lease ->
                lease.setResult(
                    Any.pack(ActionResult.newBuilder().setExitCode(Integer.MIN_VALUE).build()))),
        report(
            "a status of the code 4711",
            "UNKNOWN",
            lease -> lease.getStatusBuilder().setCode(4711).setMessage("a lie")),
        report(
            "a status of the code −1",
            "UNKNOWN",
            lease -> lease.getStatusBuilder().setCode(-1).setMessage("a lie")),
        report(
            "a status of 5 MB",
            "ABORTED",
            lease ->
                lease
                    .getStatusBuilder()
                    .setCode(Status.Code.ABORTED.value())
                    .setMessage("x".repeat(5 << 20))));
  }

  private static HostileDeed named(String what, String id) {
    return new HostileDeed(
        UPDATE,
        what,
        "OK|INVALID_ARGUMENT|NOT_FOUND",
        liar -> {
          BotSession.Builder own = session(FarmClient.fresh("liar"), FarmClient.fresh("none"));
          BotSession taken = create(liar, FarmClient.INSTANCE, own);
          Lease lease = Lease.newBuilder().setId(id).setState(LeaseState.COMPLETED).build();
          // It goes with this word: a worker that stays is kept waiting for work.
          BotSession.Builder said = finishing(own.getBotId(), lease);
          return "OK " + update(liar, taken.getName(), said.setStatus(BotStatus.BOT_TERMINATING));
        });
  }

  /** Whoever executes the action after the lie has a right result, and not the liar's. */
  private static HostileDeed kept(String what, ResultMaking making) {
    return new HostileDeed(
        UPDATE,
        what,
        "OK",
        liar -> {
          FarmClient client = liar.of(FarmClient.fresh("lies"));
          ExecuteRequest request = client.request(client.action(client.shell("true")));
          ActionResult.Builder result = ActionResult.newBuilder();
          making.make(client, result);
          Any packed = Any.pack(result.build());
          String first = lying(client, request, lease -> lease.setResult(packed));
          String second = lying(client, request, lease -> lease.setResult(Any.pack(said("again"))));
          return second.equals("OK 0 again") ? "OK" : "SPOILT: " + first + ", then " + second;
        });
  }

  private interface ResultMaking {
    void make(FarmClient liar, ActionResult.Builder result) throws IOException;
  }

  private static List<HostileDeed> results() {
    return List.of(
        kept(
            "a result with a file that is gone",
            (_, result) ->
                result.addOutputFilesBuilder().setPath("f").setDigest(absent().message())),
        kept(
            "a result with a tree that is no Tree",
            (liar, result) ->
                result
                    .addOutputDirectoriesBuilder()
                    .setPath("d")
                    .setTreeDigest(liar.put("\u0007no tree").message())),
        kept(
            "a result with a hash in capitals",
            (liar, result) ->
                result.addOutputFilesBuilder().setPath("f").setDigest(shouted(liar.put("some")))),
        new HostileDeed(
            UPDATE, "two leases, the result of one is a Command", "OK", HostileWorker::oneOfTwo),
        named("a lease without a name", ""),
        named("a lease of the name '..'", ".."),
        named("a lease with NUL", "a\0b.1"),
        named("a lease of the attempt 2^31", "job.2147483648"),
        named("a lease of 1 MB", "x".repeat(1 << 20) + ".1"));
  }

  /** Both are reported at once: the good one's client has its result. */
  private static String oneOfTwo(FarmClient liar) throws IOException {
    FarmClient client = liar.of(FarmClient.fresh("pairs"));
    Map<Digest, OperationReader> clients = new HashMap<>();
    for (int i = 0; i < 2; i++) {
      ExecuteRequest request = client.request(client.action(client.shell("true")));
      OperationReader waiting = OperationReader.execute(client.door(), request);
      waiting.begun();
      clients.put(request.getActionDigest(), waiting);
    }
    BotSession.Builder said = session(FarmClient.fresh("liar"), client.family());
    config(said, "capacity", "2");
    BotSession now = create(client, FarmClient.INSTANCE, said);
    while (now.getLeasesCount() < 2) {
      now = update(client, now.getName(), now.toBuilder());
    }
    BotSession.Builder done = now.toBuilder();
    done.getLeasesBuilder(0).setState(LeaseState.COMPLETED).setResult(Any.pack(said("good")));
    done.getLeasesBuilder(1)
        .setState(LeaseState.COMPLETED)
        .setResult(Any.pack(Command.getDefaultInstance()));
    try {
      var _ = update(client, now.getName(), done);
      Digest good = now.getLeases(0).getPayload().unpack(Digest.class);
      String told = client.told(clients.get(good).response());
      return told.equals("OK 0 good") ? "OK" : told;
    } finally {
      clients.values().forEach(OperationReader::leave);
      var _ =
          update(
              client,
              now.getName(),
              now.toBuilder().clearLeases().setStatus(BotStatus.BOT_TERMINATING));
    }
  }

  private static List<HostileDeed> floods() {
    return List.of(
        new HostileDeed(
            UPDATE,
            POLLS + " polls of one session at once",
            "OK",
            liar -> {
              BotSession.Builder own = session(FarmClient.fresh("liar"), FarmClient.fresh("none"));
              BotSession taken = create(liar, FarmClient.INSTANCE, own);
              UpdateBotSessionRequest request =
                  UpdateBotSessionRequest.newBuilder()
                      .setName(taken.getName())
                      .setBotSession(taken)
                      .build();
              Context.CancellableContext calls = Context.current().withCancellation();
              calls.run(
                  () -> {
                    for (int i = 0; i < POLLS; i++) {
                      BotsGrpc.newStub(liar.door())
                          .updateBotSession(request, new HostileClient.Deaf<>());
                    }
                  });
              liar.buildHonestly();
              calls.cancel(null);
              var _ = update(liar, taken.getName(), own.setStatus(BotStatus.BOT_TERMINATING));
              return "OK";
            }),
        new HostileDeed(
            UPDATE,
            "fifty thousand leases that are not its own",
            "OK|INVALID_ARGUMENT|RESOURCE_EXHAUSTED|NOT_FOUND",
            liar -> {
              BotSession.Builder own = session(FarmClient.fresh("liar"), FarmClient.fresh("none"));
              BotSession taken = create(liar, FarmClient.INSTANCE, own);
              BotSession.Builder many = taken.toBuilder();
              for (int i = 0; i < 50_000; i++) {
                many.addLeasesBuilder().setId("job" + i + ".1").setState(LeaseState.ACTIVE);
              }
              String came = "OK " + update(liar, taken.getName(), many).getLeasesCount();
              var _ = update(liar, taken.getName(), own.setStatus(BotStatus.BOT_TERMINATING));
              return came;
            }));
  }
}
