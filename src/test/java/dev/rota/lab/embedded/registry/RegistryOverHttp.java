package dev.rota.lab.embedded.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.lab.embedded.registry.RegistryClient.Answer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A registry over HTTP without a broker, and how to read its answers. */
abstract class RegistryOverHttp {
  static final long LOGGED_AT = 1_000;

  RegistryClient client;
  private final SchemaStore store = new SchemaStore();
  private LocalRegistry registry;

  @BeforeEach
  void start() {
    var desk = new RegistryDesk(store, this::apply);
    registry = new LocalRegistry(LocalRegistry.bind(0), desk, () -> {});
    client = new RegistryClient(registry.url());
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  String url() {
    return registry.url();
  }

  private void apply(List<RegistryFact> facts) {
    synchronized (store) {
      facts.forEach(it -> it.applyTo(store, LOGGED_AT));
    }
  }

  static void assertCode(Answer answer, int code) {
    assertThat(answer.errorCode()).as(answer.toString()).isEqualTo(code);
    assertThat(answer.status()).isEqualTo(code > 999 ? code / 100 : code);
    assertThat(answer.body().path("message").asText()).isNotEmpty();
  }

  static void assertJson(Answer answer, String expected) {
    assertThat(answer.toString()).isEqualTo("200 " + json(expected));
  }

  static String withoutTime(Answer answer) {
    assertThat(answer.body().path("ts").asLong()).isEqualTo(LOGGED_AT);
    return answer.body().toString().replace("\"ts\":1000,", "");
  }

  static String one(String field, String value) {
    return json("{'" + field + "':'" + value + "'}");
  }

  // The only apostrophes here stand for quotes; an escaped one is a quote inside a string.
  static String json(String text) {
    return text.replace('\'', '"');
  }
}
