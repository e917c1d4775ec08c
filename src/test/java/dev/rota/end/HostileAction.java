package dev.rota.end;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.awaitility.Awaitility.await;

import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.ActionCacheGrpc;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Directory;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.protocols.reapi.GetActionResultRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An action that attacks the bot that runs it, and the actions beside it.
 *
 * @param dir the bot's, with its cache
 * @param meeting where anybody may write
 * @param token a file of the bot's user alone, in which the word is
 * @param isAlone the bot gives each action a user of its own
 */
record HostileAction(Path dir, Path meeting, Path token, boolean isAlone) {
  /** In the bot's environment, and in its token. */
  static final String SECRET = "the-word-of-the-bot";

  private static final String INPUTS = "its inputs";
  private static final String BESIDE = "what is beside it";
  private static final String OUTPUTS = "its outputs";
  private static final String PROCESSES = "its processes";

  /** A user that is not alone may do this to the bot itself. */
  private static final String IF_ALONE =
      "[ $(id -u) -ge 60000 ] || { echo as the user of the bot; exit 0; }; ";

  private static final Duration GONE_AFTER = Duration.ofSeconds(10);
  private static final String NO_SUCCESS = "OK -?[1-9]\\d*|" + HostileDeed.REFUSAL;
  private static final String ANYTHING = HostileDeed.ANYTHING;

  List<HostileDeed> deeds() {
    List<HostileDeed> all = new ArrayList<>(deedsToOthers());
    all.addAll(outputs());
    all.addAll(strangeOutputs());
    all.addAll(streams());
    return all;
  }

  /** Those that depend on the bot's user. */
  List<HostileDeed> deedsToOthers() {
    List<HostileDeed> all = new ArrayList<>();
    all.addAll(writes());
    all.addAll(replacements());
    all.addAll(trespasses());
    all.addAll(looks());
    all.addAll(processes());
    return all;
  }

  private static Directory inputs(FarmClient liar, BlobDigest content) throws IOException {
    Directory.Builder root = Directory.newBuilder();
    root.addFilesBuilder().setName("x.c").setDigest(content.message());
    root.addFilesBuilder().setName("x.sh").setDigest(content.message()).setIsExecutable(true);
    Directory.Builder sub = Directory.newBuilder();
    sub.addFilesBuilder().setName("y.c").setDigest(content.message());
    root.addDirectoriesBuilder().setName("sub").setDigest(liar.put(sub.build()).message());
    return root.build();
  }

  /** Says what is in its folder, once it may. */
  private ExecuteRequest reader(FarmClient liar, String id, BlobDigest root) throws IOException {
    String script =
        ": > %s/%s.$1; while [ ! -e %s/%s.go ]; do sleep 0.05; done; "
                .formatted(meeting, id, meeting, id)
            + "for f in x.c x.sh sub/y.c; do echo $(cat $f) $(stat -c %a $f); done; ls -A | tr '\\n"
            + "' ' '";
    Command.Builder command = liar.shell(script);
    command.addArguments(FarmClient.fresh("reader"));
    return liar.request(liar.action(command).setInputRootDigest(root.message()));
  }

  private boolean hasBegun(String id) throws IOException {
    try (DirectoryStream<Path> begun = Files.newDirectoryStream(meeting, id + ".reader*")) {
      return begun.iterator().hasNext();
    }
  }

  /**
   * One action attacks while another one has the same inputs, and a third one has them later. What
   * the others read is right, or they fail aloud.
   */
  private HostileDeed beside(String call, String what, String must, String script) {
    return new HostileDeed(
        call,
        what,
        must,
        liar -> {
          String id = FarmClient.fresh("attack");
          BlobDigest content = liar.put("good " + id + "\n");
          BlobDigest root = liar.put(inputs(liar, content));
          OperationReader other = OperationReader.execute(liar.door(), reader(liar, id, root));
          await().until(() -> hasBegun(id) || !other.isOpen());
          String cache = "CACHE=%s; HASH=%s; ".formatted(dir.resolve("cache"), content.hash());
          ExecuteRequest attack =
              liar.request(
                  liar.action(liar.shell(cache + script)).setInputRootDigest(root.message()));
          String came = liar.told(liar.run(attack));
          Files.createFile(meeting.resolve(id + ".go"));
          String told = liar.told(other.response());
          String later = liar.told(liar.run(reader(liar, id, root)));
          if (isHarmed(told, id) || isHarmed(later, id)) {
            return "SPREAD: the other read %s; later: %s; itself: %s".formatted(told, later, came);
          }
          return !came.startsWith("OK 0") && isCached(liar, attack) ? "CACHED: " + came : came;
        });
  }

  private static boolean isHarmed(String told, String id) {
    String right = "good " + id;
    return told.startsWith("OK")
        && !told.equals("OK 0 %s 444\n%s 555\n%s 444\nsub x.c x.sh".formatted(right, right, right));
  }

  private static boolean isCached(FarmClient liar, ExecuteRequest request) {
    try {
      var _ =
          HostileClient.patient(ActionCacheGrpc.newBlockingStub(liar.door()))
              .getActionResult(
                  GetActionResultRequest.newBuilder()
                      .setInstanceName(FarmClient.INSTANCE)
                      .setActionDigest(request.getActionDigest())
                      .build());
      return true;
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() != Status.Code.NOT_FOUND) {
        throw e;
      }
      return false;
    }
  }

  private HostileDeed write(String what, String script) {
    return beside(INPUTS, what, NO_SUCCESS, "{ " + script + "; } || exit 9");
  }

  /** Ways to write into an input. If one succeeds, the action has no result. */
  private List<HostileDeed> writes() {
    String mapping =
        "open(F, q(+<), q(x.c)) && open(I, q(<), q(b)) or exit 9; "
            + "$a = syscall(9, 0, 4096, 3, 1, fileno(F), 0); exit 9 if $a == -1; "
            + "syscall(0, fileno(I), $a, 4) == 4 or exit 9";
    return List.of(
        write("appends", "echo bad >> x.c"),
        write("writes over it, as its user may", "chmod u+w x.c && echo bad > x.c"),
        write("dd conv=notrunc", "chmod -R u+w . ; echo bad | dd of=x.c conv=notrunc"),
        write("truncates", "chmod u+w x.c; truncate -s 0 x.c"),
        write("makes it longer", "chmod u+w x.c; truncate -s 100 x.c"),
        write("into the executable one", "chmod u+w x.sh; echo bad >> x.sh"),
        write("into one in a folder", "chmod u+w sub/y.c; echo bad >> sub/y.c"),
        write(
            "as many bytes, and touch -r",
            "touch -r x.c t; chmod u+w x.c; printf evil | dd of=x.c conv=notrunc && "
                + "chmod 444 x.c && touch -r t x.c"),
        write("a hard link", "ln x.c l && chmod u+w l && echo bad >> l"),
        write(
            "a mapping into memory",
            "[ $(uname -m) = x86_64 ] && chmod u+w x.c && echo evil > b && perl -e '"
                + mapping
                + "'"),
        write(
            "a descriptor that was opened before chmod took the right away",
            "chmod u+w x.c; exec 7<>x.c; chmod 444 x.c; echo bad >&7"),
        write("an attribute of all: chmod 777", "chmod 777 x.c; false"),
        write("another owner", "chown 12345 x.c; false"),
        write("a time", "touch -d @1 x.c; false"));
  }

  /** Its folder is its own, so nobody is harmed; but it has other inputs than it was given. */
  private List<HostileDeed> replacements() {
    return List.of(
        beside(
            INPUTS,
            "moves another file over it",
            "OK 0 bad|FAILED_PRECONDITION",
            "echo bad > b; mv -f b x.c; cat x.c"),
        beside(INPUTS, "deletes it", "OK 0|FAILED_PRECONDITION", "rm -f x.c x.sh sub/y.c"),
        beside(
            INPUTS,
            "puts a link in its place",
            "OK 0|FAILED_PRECONDITION",
            "ln -sf /etc/passwd x.c"),
        beside(INPUTS, "moves its folder", "OK 0|FAILED_PRECONDITION", "mv sub other"),
        beside(INPUTS, "deletes all", ANYTHING, "rm -rf * ../* 2> /dev/null; true"));
  }

  private List<HostileDeed> trespasses() {
    String found = "$(find $CACHE -type f 2> /dev/null)";
    return List.of(
        beside(
            BESIDE,
            "writes into the neighbour's folder",
            ANYTHING,
            "for d in ../../*/root; do [ $d -ef . ] || { chmod u+w $d/x.c; echo bad > $d/x.c; };"
                + " done; true"),
        beside(
            BESIDE,
            "replaces the neighbour's inputs",
            ANYTHING,
            "for d in ../../*/root; do [ $d -ef . ] || { echo bad > b; mv -f b $d/x.c; }; done;"
                + " true"),
        beside(
            BESIDE,
            "writes into the cache",
            ANYTHING,
            "for f in " + found + "; do chmod u+w $f; echo bad >> $f; done; true"),
        beside(
            BESIDE,
            "as many bytes into the cache, and touch -r",
            ANYTHING,
            "for f in $(find $CACHE -type f -name \"*$HASH*\"); do touch -r $f t; chmod u+w $f; "
                + "printf 'evil' | dd of=$f conv=notrunc; chmod 444 $f; touch -r t $f; done; true"),
        beside(
            BESIDE,
            "replaces what is in the cache",
            ANYTHING,
            "for f in " + found + "; do echo bad > b; mv -f b $f; done; true"),
        beside(BESIDE, "deletes the cache", ANYTHING, "rm -rf $CACHE/*; true"),
        beside(
            BESIDE,
            "a link into the cache",
            ANYTHING,
            "for f in "
                + found
                + "; do ln $f l && chmod u+w l && echo bad >> l; rm -f l; done; true"));
  }

  private static HostileDeed run(
      String call, String what, String must, UnaryOperator<Command.Builder> more, String script) {
    return new HostileDeed(
        call, what, must, liar -> liar.told(liar.run(more.apply(liar.shell(script)))));
  }

  private static HostileDeed run(String call, String what, String must, String script) {
    return run(call, what, must, command -> command, script);
  }

  private static HostileDeed output(String what, String must, String script) {
    return run(OUTPUTS, what, must, command -> command.addOutputPaths("out"), script);
  }

  /** What it can learn, and what it gets from whoever started the bot. */
  private List<HostileDeed> looks() {
    List<HostileDeed> all = new ArrayList<>();
    all.add(run(BESIDE, "the umask of the caller", "OK 0 0022", "umask"));
    all.add(
        run(
            BESIDE,
            "the modes of what it makes",
            "OK 0 644 755",
            "touch f; mkdir d; echo $(stat -c %a f d)"));
    all.add(run(BESIDE, "descriptors of the bot", "OK 0 0 1 2 3", "echo $(ls /proc/self/fd)"));
    all.add(
        run(BESIDE, "the bot's own environment", "OK 0 0", "env | grep -c " + SECRET + "; true"));
    all.add(
        run(
            BESIDE,
            "signals that the caller ignored",
            "OK 0 0",
            "x=$(grep SigIgn /proc/self/status | cut -f2); printf '%x' $((0x$x & 0x7fffffff))"));
    if (isAlone) {
      all.add(
          run(
              BESIDE,
              "the environment of the bot",
              "OK 0 0",
              "cat /proc/[0-9]*/environ 2> /dev/null | tr '\\0' '\\n' | grep -c '="
                  + SECRET
                  + "'; true"));
      all.add(run(BESIDE, "the token of the bot", "OK [1-9]", "cat " + token + " || exit 9"));
    }
    return all;
  }

  private List<HostileDeed> outputs() {
    String invalid = "INVALID_ARGUMENT";
    return List.of(
        output("a fifo", invalid, "mkfifo out"),
        output("a fifo in a folder", invalid, "mkdir out; mkfifo out/f"),
        output("a device", invalid + "|OK 1", "mknod out c 1 5"),
        output(
            "a socket",
            invalid + "|OK 127",
            "perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local=>\"out\",Listen=>1) or die'"),
        output("a link to /etc/passwd", invalid, "ln -s /etc/passwd out"),
        output("a link to the bot's token", invalid, "ln -s " + token + " out"),
        output("a link out of the folder", invalid, "ln -s ../../x out"),
        output("a chain of links out", invalid, "ln -s a out; ln -s b a; ln -s ../../../etc b"),
        output(
            "a chain of links out of a folder",
            invalid,
            "mkdir -p out/d; ln -s d/.. out/a; ln -s a/../.. out/b; ln -s b/../../etc out/c"),
        output("links in a circle", "OK 0|" + invalid, "ln -s a out; ln -s out a"),
        run(
            OUTPUTS,
            "a folder above it that leads out",
            invalid,
            command -> command.addOutputPaths("d/passwd"),
            "rmdir d; ln -s /etc d"),
        run(
            OUTPUTS,
            "a path out of the folder",
            invalid,
            command -> command.addOutputPaths("../stdout"),
            "true"),
        run(
            OUTPUTS,
            "an absolute path",
            invalid,
            command -> command.addOutputPaths("/etc/passwd"),
            "true"),
        run(
            OUTPUTS,
            "a folder where a file was declared",
            "FAILED_PRECONDITION",
            command -> command.addOutputFiles("out"),
            "mkdir out"),
        run(
            OUTPUTS,
            "a file where a folder was declared",
            "FAILED_PRECONDITION",
            command -> command.addOutputDirectories("out"),
            "rmdir out; echo x > out"));
  }

  private List<HostileDeed> strangeOutputs() {
    return List.of(
        output("names of 255 bytes", "OK 0", "mkdir out; touch out/$(printf '%0255d' 1)"),
        output(
            "a name that is not UTF-8",
            "INVALID_ARGUMENT",
            "mkdir out; touch out/$(printf 'a\\377')"),
        output("a name with a new line", "OK 0", "mkdir out; touch \"$(printf 'out/a\\nb')\""),
        output("a file of 1 TiB", "RESOURCE_EXHAUSTED|OK 1", "truncate -s 1T out"),
        output(
            "a thousand folders in each other",
            "RESOURCE_EXHAUSTED",
            "mkdir out; cd out; p=a; for i in 1 2 3 4 5 6 7 8 9 10; do p=$p/$p; done; mkdir -p $p"),
        output("ten thousand files", "OK 0", "mkdir out; cd out; seq 10000 | xargs touch"),
        output("a file that nobody may read", ANYTHING, "echo x > out; chmod 0 out"),
        output(
            "a folder that nobody may read",
            ANYTHING,
            "mkdir -p out/d; echo x > out/d/f; chmod 0 out/d"),
        output("its own folder away", ANYTHING, "rm -rf ../root 2> /dev/null; true"),
        output("its own folder shut", ANYTHING, "echo x > out; chmod 0 . .. 2> /dev/null; true"));
  }

  /** Whatever it starts has ended when its client hears of its end. */
  private HostileDeed leaving(String what, String must, String script) {
    return new HostileDeed(
        PROCESSES,
        what,
        must,
        liar -> {
          String mark = FarmClient.fresh("mark") + "-of-" + ProcessHandle.current().pid();
          Command.Builder command = liar.shell(script);
          command.addEnvironmentVariablesBuilder().setName("MARK").setValue(mark);
          Action.Builder action = liar.action(command);
          action.getTimeoutBuilder().setSeconds(20);
          String came = liar.told(liar.run(liar.request(action)));
          try {
            await().atMost(GONE_AFTER).until(() -> marked(mark) == 0);
          } catch (org.awaitility.core.ConditionTimeoutException _) {
            return "LEFT " + marked(mark) + " processes: " + came;
          }
          return came;
        });
  }

  private static int marked(String mark) throws IOException {
    int count = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path one : all) {
        count += isMarked(one, mark) ? 1 : 0;
      }
    }
    return count;
  }

  private static boolean isMarked(Path process, String mark) {
    try {
      byte[] environment = Files.readAllBytes(process.resolve("environ"));
      return new String(environment, ISO_8859_1).contains("MARK=" + mark + "\0");
    } catch (IOException endedOrOfAnotherUser) {
      return false;
    }
  }

  private List<HostileDeed> processes() {
    String chain =
        "printf '#!/bin/sh\\n"
            + "[ $1 -lt 2000 ] && setsid ./chain $(($1+1)) &\\n"
            + "' > chain; chmod +x chain; ";
    List<HostileDeed> all = new ArrayList<>();
    all.add(
        leaving(
            "two hundred and fifty processes",
            "OK 0",
            "f() { [ $1 = 0 ] && exec sleep 60; f $(($1-1)) & f $(($1-1)) & wait; }; f 7 & sleep"
                + " 0.2"));
    all.add(leaving("a session of its own", "OK 0", "setsid sh -c 'sleep 60' > /dev/null 2>&1 &"));
    all.add(
        leaving(
            "a chain of new sessions", "OK 0", chain + "./chain 1 > /dev/null 2>&1 & sleep 0.2"));
    all.add(
        leaving(
            "processes that do not heed SIGTERM",
            "OK 0",
            "(trap '' TERM HUP INT; sleep 60; sleep 60) & trap '' TERM; true"));
    all.add(leaving("processes that are stopped", "OK 0", "sleep 60 & kill -STOP $!; true"));
    all.add(
        leaving("stdout that a process keeps open", "OK 0 said", "echo said; setsid sleep 60 &"));
    all.add(new HostileDeed(PROCESSES, "it ends never", "DEADLINE_EXCEEDED", this::endless));
    if (isAlone) {
      all.add(
          leaving(
              "a daemon: another session, another folder, no parent",
              "OK 0",
              "(cd /; setsid sh -c 'sleep 60; :' > /dev/null 2>&1 &)"));
      all.add(leaving("it ends the bot", "OK", IF_ALONE + "kill -9 $PPID; exit 1"));
      all.add(
          beside(
              BESIDE, "it ends all that it may", NO_SUCCESS, IF_ALONE + "kill -9 -1; kill -9 $$"));
    }
    return all;
  }

  private String endless(FarmClient liar) throws IOException {
    Action.Builder action =
        liar.action(liar.shell("trap '' TERM INT HUP; while :; do sleep 60 & wait; done"));
    action.getTimeoutBuilder().setSeconds(1);
    return liar.told(liar.run(liar.request(action)));
  }

  /** What the bot would open, if it trusted that a name is still what it made. */
  private List<HostileDeed> streams() {
    List<HostileDeed> all = new ArrayList<>();
    all.add(
        run(
            OUTPUTS,
            "20 MiB to stdout",
            "OK 0 20971520 bytes|RESOURCE_EXHAUSTED",
            "head -c 20971520 /dev/zero | tr '\\0' x"));
    for (String stream : List.of("stdout", "stderr")) {
      String gone = "rm -rf ../" + stream + "; ";
      all.add(stream(stream + ", deleted", gone));
      all.add(stream(stream + ", a folder in its place", gone + "mkdir ../" + stream));
      all.add(stream(stream + ", a fifo in its place", gone + "mkfifo ../" + stream));
      all.add(
          stream(
              stream + ", a link to /dev/zero in its place",
              gone + "ln -s /dev/zero ../" + stream));
      all.add(
          stream(
              stream + ", a link to the token in its place",
              gone + "ln -s " + token + " ../" + stream));
    }
    return all;
  }

  private HostileDeed stream(String what, String script) {
    return new HostileDeed(
        OUTPUTS,
        what,
        "OK|INVALID_ARGUMENT|FAILED_PRECONDITION|INTERNAL|UNAVAILABLE",
        liar -> {
          var response = liar.run(liar.shell("echo said; { " + script + "; } 2> /dev/null; true"));
          String err =
              response.getResult().hasStderrDigest()
                  ? new String(
                      liar.blobs()
                          .read(BlobDigest.of(response.getResult().getStderrDigest()), 1 << 20),
                      ISO_8859_1)
                  : "";
          String told = liar.told(response);
          return (told + err).contains(SECRET) ? "LEAKED " + told + err : told;
        });
  }
}
