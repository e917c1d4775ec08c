package dev.rota.app.letters;

import dev.rota.app.clients.RangeFlags;
import dev.rota.app.clients.RecordRange;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.NameLookup;
import dev.rota.base.text.SpellingSuggestion;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.road.letters.DeadLetter;
import dev.rota.road.letters.RecordPlace;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags that say which dead letters are meant; without any, all. */
final class LetterFilter {
  @Option(
      names = "--reason",
      paramLabel = "REASON",
      split = ",",
      description = "only with this reason, such as AVRO_DECODE; more with commas")
  private List<String> reasons = List.of();

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      completionCandidates = CompletionWords.OfInputs.class,
      description = "only of this input topic")
  private String topic;

  @Mixin private RangeFlags range;

  /** Checks the flags, and returns the range that they name. */
  RecordRange range(FlagValidator flags, Domain domain) {
    List<String> inputs = domain.wire().inputs().stream().map(InputTopic::topic).toList();
    if (topic != null && NameLookup.input(domain, topic).isEmpty()) {
      throw flags.usage(
          "--topic is '%s', which is no input of %s; %s"
              .formatted(topic, domain.name(), SpellingSuggestion.among(topic, inputs)));
    }
    return range.range(flags);
  }

  /** Returns true if no flag selects some. */
  boolean isAll() {
    return reasons.isEmpty() && topic == null && range.isAll();
  }

  /** Returns true if the reason and the topic are wanted. The range has seen to the rest. */
  boolean has(DeadLetter letter) {
    return (reasons.isEmpty() || reasons.stream().anyMatch(letter.reason()::equalsIgnoreCase))
        && (topic == null
            || letter.source().map(RecordPlace::topic).filter(topic::equals).isPresent());
  }

  /** Returns true if one more than so many is wanted. */
  boolean wantsMoreThan(long count) {
    return range.wantsMoreThan(count);
  }
}
