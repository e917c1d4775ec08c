package dev.rota.lab.verbs.imports;

import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.base.lines.BadLine;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Output.Channel;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * An import that sends all records of a file and waits for their outcomes.
 *
 * @param <A> the account of sent records
 */
abstract class LaneImporter<T, A extends OutcomeAccount> extends ImportVerb {
  private final SkippingReader.Format<T> format;
  private final A account;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description = "records per second; 0: as fast as they are taken, which is the default")
  private int rate;

  LaneImporter(String domain, SkippingReader.Format<T> format, A account) {
    super(domain);
    this.format = format;
    this.account = account;
  }

  /** Sends a record, or keeps it for a later one. Adds what was sent to the account. */
  abstract void send(LiveLane lane, T record, A account);

  /** Sends the records that were kept. */
  void end(LiveLane lane, A account) {}

  @Override
  void check(FlagValidator flags) {
    flags.notNegative("--rate", rate);
  }

  /** Records per second; 0: as fast as they are taken. */
  final int rate() {
    return rate;
  }

  final SkippingReader<T> records() throws IOException {
    return open(format);
  }

  @Override
  ImportReport run(Settings settings) throws IOException {
    ConnectionFlags.requireKafka(settings);
    List<String> outcomes = List.of(Channel.OUTCOMES.topic(domain().name()));
    try (SkippingReader<T> records = records();
        LiveLane lane = LiveLane.open(address(settings), outcomes, account)) {
      send(records, lane);
      try (ProgressDisplay progress = new ProgressDisplay(root(), "settled")) {
        lane.settle(() -> progress.at(account.settled()));
      }
      return account.report(records.refused());
    }
  }

  private void send(SkippingReader<T> records, LiveLane lane) {
    try (ProgressDisplay progress = new ProgressDisplay(root(), "sent")) {
      for (long sent = 0; records.hasNext(); progress.at(sent)) {
        try {
          lane.pace((double) sent, rate);
          send(lane, records.next(), account);
          sent++;
        } catch (BadLine bad) {
          records.refuse(bad);
        }
      }
      end(lane, account);
    }
  }
}
