package dev.rota.road.stream;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.AlarmSetting;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.RegistryRefused;
import dev.rota.registry.RegistryUnavailable;
import dev.rota.road.topics.InputReader;
import dev.rota.road.topics.RequiredTopics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.avro.Schema;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A good record while the registry is away in one way or another, with either serde. */
class RegistryOutageTest {
  private static final int ANSWER_MILLIS = 1_500;
  private static final String TYPE = "Content-Type: application/json\r\nConnection: close\r\n";

  private final List<Socket> connections = new CopyOnWriteArrayList<>();
  private ServerSocket server;

  @AfterEach
  void close() throws IOException {
    if (server != null) {
      server.close();
    }
    for (Socket one : connections) {
      one.close();
    }
  }

  /** Which serde reads. */
  enum Serde {
    OWN,
    FOREIGN;

    Deserializer<Object> at(String url) {
      if (this == FOREIGN) {
        return new Foreign(url);
      }
      AvroDeserializer own = new AvroDeserializer();
      own.configure(
          Map.of(
              "schema.registry.url",
              url,
              "specific.avro.reader",
              true,
              "http.connect.timeout.ms",
              ANSWER_MILLIS,
              "http.read.timeout.ms",
              ANSWER_MILLIS,
              "max.retries",
              0,
              "rota.unknown.schema.wait.ms",
              0L),
          false);
      return own;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "OWN     | 500 | {\"error_code\":50001,\"message\":\"no store\"}",
        "FOREIGN | 500 | {\"error_code\":50001,\"message\":\"no store\"}",
        "OWN     | 503 | busy",
        "FOREIGN | 503 | busy",
        "OWN     | 429 | {\"error_code\":429,\"message\":\"slow down\"}",
        "FOREIGN | 429 | {\"error_code\":429,\"message\":\"slow down\"}",
        "OWN     | 404 | <html>no such page</html>",
        "FOREIGN | 404 | <html>no such page</html>",
        "OWN     | 200 | <html>welcome</html>",
        "FOREIGN | 200 | <html>welcome</html>",
        "OWN     | 200 | {\"welcome\":true}",
        "OWN     | 401 | {\"error_code\":401,\"message\":\"who are you\"}",
        "FOREIGN | 401 | {\"error_code\":401,\"message\":\"who are you\"}"
      })
  void anAnswerThatSaysNothingOfTheSchemaWaits(Serde serde, int status, String body)
      throws Exception {
    waits(serde, serving("HTTP/1.1 " + status + " X\r\n" + TYPE + "\r\n" + body));
  }

  @ParameterizedTest
  @EnumSource(Serde.class)
  void anAnswerThatIsNoHttpWaits(Serde serde) throws Exception {
    waits(serde, serving("SSH-2.0-OpenSSH_9.2\r\n"));
  }

  @ParameterizedTest
  @EnumSource(Serde.class)
  void aRegistryThatNeverAnswersWaits(Serde serde) throws Exception {
    waits(serde, serving(null));
  }

  @ParameterizedTest
  @EnumSource(Serde.class)
  void aClosedPortWaits(Serde serde) throws Exception {
    String url = serving(null);
    server.close();
    waits(serde, url);
  }

  @ParameterizedTest
  @EnumSource(Serde.class)
  void anUnknownHostWaits(Serde serde) {
    waits(serde, "http://registry.invalid:8081");
  }

  @ParameterizedTest
  @EnumSource(Serde.class)
  void aTlsFaultWaits(Serde serde) throws Exception {
    waits(serde, serving("HTTP/1.1 400 X\r\n\r\n").replace("http:", "https:"));
  }

  @ParameterizedTest
  @EnumSource(Serde.class)
  void aSchemaThatTheRegistryDoesNotHaveIsADeadLetter(Serde serde) throws Exception {
    String unknown = "{\"error_code\":40403,\"message\":\"Schema 7 not found\"}";
    String url = serving("HTTP/1.1 404 X\r\n" + TYPE + "\r\n" + unknown);
    assertThat(receive(serde, url, value())).isInstanceOf(TurnArrival.Unreadable.class);
  }

  @ParameterizedTest
  @EnumSource(Serde.class)
  void bytesThatDoNotFollowTheSchemaAreADeadLetter(Serde serde) throws Exception {
    String url = serving(schema());
    assertThat(receive(serde, url, value())).isInstanceOf(TurnArrival.Legible.class);
    byte[] torn = value();
    byte[] half = ByteBuffer.allocate(torn.length - 2).put(torn, 0, torn.length - 2).array();
    assertThat(receive(serde, url, half)).isInstanceOf(TurnArrival.Unreadable.class);
    assertThat(receive(serde, url, new byte[] {1, 2, 3}))
        .isInstanceOf(TurnArrival.Unreadable.class);
    byte[] endless = {0, 0, 0, 0, 7, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    assertThat(receive(serde, url, endless)).isInstanceOf(TurnArrival.Unreadable.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSON", "PROTOBUF"})
  void aSchemaThatIsNotAvroIsADeadLetter(String type) throws Exception {
    String body = "{\"schemaType\":\"%s\",\"schema\":\"{}\"}".formatted(type);
    String url = serving("HTTP/1.1 200 X\r\n" + TYPE + "\r\n" + body);
    for (Serde serde : Serde.values()) {
      assertThat(receive(serde, url, value())).isInstanceOf(TurnArrival.Unreadable.class);
    }
  }

  @Test
  void anythingElseThatAForeignSerdeThrowsIsADeadLetter() {
    Deserializer<Object> broken =
        (_, _) -> {
          throw new IndexOutOfBoundsException("no");
        };
    assertThat(receive(broken, value())).isInstanceOf(TurnArrival.Unreadable.class);
  }

  private void waits(Serde serde, String url) {
    assertThatThrownBy(() -> receive(serde, url, value()))
        .isInstanceOfAny(RegistryUnavailable.class, RegistryRefused.class);
  }

  private static TurnArrival receive(Serde serde, String url, byte[] value) {
    try (Deserializer<Object> values = serde.at(url)) {
      return receive(values, value);
    }
  }

  private static TurnArrival receive(Deserializer<Object> values, byte[] value) {
    return new InputReader(new AlarmDomain(), values, 1, RequiredTopics.INPUT_BYTES_DEFAULT)
        .receive(SETTINGS, 0, 0, 0, "home".getBytes(UTF_8), value, new RecordHeaders())
        .arrival();
  }

  private static byte[] value() {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(new byte[] {0, 0, 0, 0, 7});
      var encoder = EncoderFactory.get().binaryEncoder(out, null);
      new SpecificDatumWriter<>(AlarmSetting.class).write(set("home", "tea", 300), encoder);
      encoder.flush();
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String schema() throws IOException {
    Object text = AlarmSetting.getClassSchema().toString();
    String body = new ObjectMapper().writeValueAsString(Map.of("schema", text));
    return "HTTP/1.1 200 X\r\n" + TYPE + "\r\n" + body;
  }

  /** Answers everyone with the same bytes; null: with nothing. The address. */
  private String serving(String answer) throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(() -> serve(answer), "registry");
    thread.setDaemon(true);
    thread.start();
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  private void serve(String answer) {
    while (true) {
      try {
        Socket client = server.accept();
        connections.add(client);
        if (answer != null) {
          hear(client.getInputStream());
          client.getOutputStream().write(answer.getBytes(UTF_8));
          client.shutdownOutput();
        }
      } catch (IOException _) {
        if (server.isClosed()) {
          return;
        }
      }
    }
  }

  /** Up to the end of a request's head, or something that is none. */
  private static void hear(InputStream in) throws IOException {
    List<Integer> last = new ArrayList<>();
    for (int one = in.read(); one >= 0; one = in.read()) {
      last.add(one);
      int size = last.size();
      if (last.get(0) < ' '
          || size > 3 && last.subList(size - 4, size).equals(List.of(13, 10, 13, 10))) {
        return;
      }
    }
  }

  /** Fails as Confluent's deserializer and its client do, in classes, messages and causes. */
  private record Foreign(String url) implements Deserializer<Object> {
    /** What a registry answered. */
    private static final class RestClientException extends Exception {
      private static final long serialVersionUID = 1L;
      private final int code;

      RestClientException(String message, int code) {
        super(message + "; error code: " + code);
        this.code = code;
      }
    }

    @Override
    public Object deserialize(String topic, byte[] data) {
      ByteBuffer buffer = ByteBuffer.wrap(data);
      if (buffer.get() != 0) {
        throw new SerializationException("Unknown magic byte!");
      }
      int id = buffer.getInt();
      try {
        Schema schema = schema(id);
        var decoder = DecoderFactory.get().binaryDecoder(data, 5, data.length - 5, null);
        return new SpecificDatumReader<>(schema, AlarmSetting.getClassSchema()).read(null, decoder);
      } catch (InterruptedIOException e) {
        throw new TimeoutException("Error deserializing Avro message for id " + id, e);
      } catch (IOException | RuntimeException e) {
        throw new SerializationException("Error deserializing Avro message for id " + id, e);
      } catch (RestClientException e) {
        if (e.code / 100 == 4) {
          throw new InvalidConfigurationException(e.getMessage());
        }
        throw new SerializationException("Error retrieving Avro value schema for id " + id, e);
      }
    }

    private Schema schema(int id) throws IOException, RestClientException {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(url + "/schemas/ids/" + id).toURL().openConnection();
      connection.setConnectTimeout(ANSWER_MILLIS);
      connection.setReadTimeout(ANSWER_MILLIS);
      int status = connection.getResponseCode();
      if (status != 200) {
        throw refusal(connection);
      }
      var answer = new ObjectMapper().readTree(connection.getInputStream());
      if (!answer.path("schemaType").asText("AVRO").equals("AVRO")) {
        throw new IOException("Invalid schema " + answer.path("schema"));
      }
      return new Schema.Parser().parse(answer.path("schema").asText());
    }

    private static RestClientException refusal(HttpURLConnection connection) throws IOException {
      try (InputStream error = connection.getErrorStream()) {
        var answer = new ObjectMapper().readTree(error);
        return new RestClientException(
            answer.path("message").asText(), answer.path("error_code").asInt());
      } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
        return new RestClientException(e.getMessage(), 50005);
      } catch (IllegalArgumentException _) {
        return new RestClientException("Error", 50005);
      }
    }
  }
}
