package dev.rota.lab.embedded.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.lab.embedded.registry.RegistryClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A registry over HTTP without a broker, and how to read its answers. */
abstract class RegistryOverHttp {
  RegistryClient client;
  private MemoryRegistry registry;

  @BeforeEach
  void start() {
    registry = MemoryRegistry.start();
    client = new RegistryClient(registry.url());
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  String url() {
    return registry.url();
  }

  /** A line of the log that a former version, or another registry, has written. */
  void logged(String key, String value) {
    registry.append(new RegistryLine(json(key), value == null ? null : json(value)));
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
    assertThat(answer.body().path("ts").asLong()).isEqualTo(MemoryRegistry.LOGGED_AT);
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
