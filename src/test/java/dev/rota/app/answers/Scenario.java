package dev.rota.app.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Ran;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.road.logs.ExportedLogs;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/** A lane's history, written turn by turn, and what the commands answer about it from a file. */
final class Scenario {
  private static final int TURNS_OF_PAGE = 3;

  private final Domain domain;
  private final String lane;
  private final Path folder;
  private final Book book;

  Scenario(Domain domain, String lane, Path folder) {
    this.domain = domain;
    this.lane = lane;
    this.folder = folder;
    this.book = new Book(domain);
  }

  void take(String topic, long atMillis, SpecificRecord record) {
    book.take(topic, lane, atMillis, record);
  }

  /** A deadline is due. */
  void tick(long atMillis) {
    book.tick(lane, atMillis);
  }

  State state() {
    return book.lane(lane).state();
  }

  /** {@code rota why}, with what more is given. */
  String why(String id, String... more) {
    return answer("why", id, more);
  }

  /** What {@code rota why} says of an id that the lane does not know. */
  String unknown(String id) {
    Ran ran = Ran.rota("why", domain.name(), id, "--from", exported());
    assertThat(ran.code()).isEqualTo(3);
    return ran.err();
  }

  /** {@code rota forecast}, likewise. */
  String forecast(String id, String... more) {
    return answer("forecast", id, more);
  }

  /** What {@code rota why --unless} says behind what {@code rota why} says. */
  String unless(String id, String... more) {
    String[] and = Stream.concat(Arrays.stream(more), Stream.of("--unless")).toArray(String[]::new);
    String all = answer("why", id, and);
    String why = why(id, more);
    assertThat(all).startsWith(why);
    return all.substring(why.length());
  }

  private String answer(String verb, String id, String... more) {
    List<String> args = new ArrayList<>(List.of(verb, domain.name(), id, "--from", exported()));
    args.addAll(List.of(more));
    Ran ran = Ran.rota(args.toArray(String[]::new));
    assertThat(ran.code()).as(ran.err()).isZero();
    return ran.out();
  }

  private String exported() {
    LedgerLogs logs = new LedgerLogs(domain.name(), book.pages(TURNS_OF_PAGE));
    List<String> lines = new ArrayList<>();
    try {
      ExportedLogs.write(
          logs,
          domain.name(),
          lane,
          LaneAnswers.topics(domain.name(), logs.layout(), lane),
          lines::add);
      return Files.write(folder.resolve(lane + ".jsonl"), lines).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
