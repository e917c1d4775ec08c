package dev.rota.app.records;

import dev.rota.app.clients.MergedReader;
import dev.rota.app.clients.RangeFlags;
import dev.rota.app.clients.RangeReader;
import dev.rota.app.clients.RecordRange;
import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.console.BytesOption;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.base.lines.LineWriter;
import dev.rota.base.settings.Settings;
import dev.rota.base.text.SpellingSuggestion;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota consume}: prints records as JSON lines. */
@Command(
    name = "consume",
    description = {
      "print records as JSON lines",
      "",
      "Reads committed records from the beginning to the current end. Records of a partition keep"
          + " their order; partitions are merged by timestamp. Values that cannot be decoded are"
          + " printed as hex."
    })
public final class ConsumeCommand implements Callable<Integer> {
  private static final Duration POLL = Duration.ofMillis(500);

  @ParentCommand private RootCommand root;
  @Mixin private ConnectionFlags connection;
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "TOPIC",
      completionCandidates = CompletionWords.OfTopics.class,
      description = "one or more topics")
  private List<String> topics;

  @Option(names = "--follow", description = "continue with new records until Ctrl-C")
  private boolean follow;

  @Mixin private RangeFlags flags;
  @Mixin private BytesOption bytes;

  private SortedSet<String> otherKeys = new TreeSet<>();
  private long count;

  @Override
  public Integer call() throws IOException {
    RecordRange range = flags.range(new FlagValidator(spec));
    Settings settings = connection.kafka(root);
    Set<String> wanted = new LinkedHashSet<>(topics);
    List<TopicPartition> partitions;
    try (ClusterAdmin cluster = ClusterAdmin.open(settings)) {
      partitions = RangeReader.of(cluster, wanted);
    }
    LineWriter writer = new LineWriter(root.console().out(), bytes.form(root));
    try (RangeReader opened = RangeReader.open(settings, partitions, range);
        RecordLines lines = new RecordLines(writer, settings)) {
      read(opened, range, lines);
      lines.flush();
    }
    if (count == 0) {
      root.note(
          "0 records"
              + (flags.key() == null ? "" : " with the key '" + flags.key() + "'" + others()));
    }
    return ExitCode.OK.code();
  }

  private void read(RangeReader partitions, RecordRange range, RecordLines lines)
      throws IOException {
    try (ProgressDisplay progress = new ProgressDisplay(root, "read")) {
      if (follow) {
        follow(partitions, range, lines);
        return;
      }
      MergedReader reader = partitions.merged(range);
      boolean more = true;
      while (more && isWanted()) {
        Optional<ConsumerRecord<byte[], byte[]>> record = reader.next();
        more = record.isPresent();
        if (more) {
          write(record.get(), range, lines);
          progress.at(count);
        }
      }
      otherKeys = reader.otherKeys();
    }
  }

  private void follow(RangeReader partitions, RecordRange range, RecordLines lines)
      throws IOException {
    while (isWanted()) {
      for (ConsumerRecord<byte[], byte[]> record : partitions.consumer().poll(POLL)) {
        if (isWanted()) {
          write(record, range, lines);
        }
      }
      lines.flush();
    }
  }

  private void write(ConsumerRecord<byte[], byte[]> record, RecordRange range, RecordLines lines)
      throws IOException {
    if (range.has(record)) {
      lines.write(record);
      count++;
    }
  }

  private String others() {
    return otherKeys.isEmpty() ? "" : "; " + SpellingSuggestion.among(flags.key(), otherKeys);
  }

  private boolean isWanted() {
    return flags.wantsMoreThan(count);
  }
}
