package dev.rota.readers.notary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On which terms a notary begins. */
final class NotaryTermsTest {
  private static final String NAME = "acme.example/prod";
  private static final TopicPartition LEDGER = new TopicPartition("bots-ledger", 0);

  private final SigningKey key = SigningKey.random(NAME, KeyKind.LOG);

  private NotaryTerms terms(String log) {
    String witness = SigningKey.random("w.example/1", KeyKind.WITNESS).toString();
    String lines = "%switness w1 %s http://127.0.0.1:1%nquorum w1%n".formatted(log, witness);
    TrustPolicy policy = TrustPolicy.parse(lines.getBytes(UTF_8));
    return new NotaryTerms(Map.of(), Path.of("nowhere"), key, policy, 1000, 1);
  }

  @Test
  void aPolicyWithoutTheOwnKeyIsRefusedBeforeAnythingIsRead() {
    String older = "log " + SigningKey.random(NAME, KeyKind.LOG) + "\n";
    for (String log : List.of("", older, "log " + key.as("acme.example/test") + "\n")) {
      assertThatThrownBy(() -> new Notary(terms(log), List.of(LEDGER)).close())
          .isInstanceOf(NotaryTerms.Unfit.class)
          .hasMessage("it has no line 'log " + key + "'");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme.example", NAME, NAME + "/bots-ledger", NAME + "/bots-ledger/0"})
  void aLineOfItsNameOrOneAboveOrOfTheLogItselfSuffices(String name) {
    NotaryTerms terms = terms("log " + key.as(name) + "\n");
    assertThatCode(() -> terms.check(LEDGER)).doesNotThrowAnyException();
  }
}
