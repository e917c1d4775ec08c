package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.answers.WhyCommand;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Command;

/** A command reads the flags of its own verb alone, and nobody sees that. */
final class VerbsTest {
  static Stream<String> names() {
    return Verbs.ALL.stream().map(one -> one.getAnnotation(Command.class).name());
  }

  @ParameterizedTest
  @MethodSource("names")
  void aVerbIsTheSameAloneAndAmongAll(String verb) {
    Ran alone = Ran.rota(verb, "--help");
    Ran among = Ran.rota("-o", "text", verb, "--help");
    assertThat(alone.code()).isZero();
    assertThat(alone.out()).isNotEmpty().isEqualTo(among.out());
  }

  @Test
  void onlyWhoSpeaksOfOneVerbGetsOne() {
    assertThat(Verbs.of("why", "bots", "job-1")).containsExactly(WhyCommand.class);
    assertThat(Verbs.of("--version")).isEmpty();
    assertThat(Verbs.of()).isEqualTo(Verbs.ALL);
    assertThat(Verbs.of("--help")).isEqualTo(Verbs.ALL);
    assertThat(Verbs.of("wy", "bots")).as("the nearest verb is told").isEqualTo(Verbs.ALL);
    assertThat(Verbs.of("help", "why")).isEqualTo(Verbs.ALL);
    assertThat(Verbs.of("completion", "bash")).isEqualTo(Verbs.ALL);
    assertThat(Verbs.of("-o", "json", "why")).isEqualTo(Verbs.ALL);
  }
}
