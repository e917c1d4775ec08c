package dev.rota.cores.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The vectors of the shuffle: word streams, bounded draws and permutations. */
public final class ShuffleVectors {
  private static final String WORDS = "words_0_to_";
  private static final String DRAWS = "first_";

  private ShuffleVectors() {}

  /** One check. */
  public record Row(String name, Runnable check) {}

  public static Stream<Row> of(JsonNode vectors) {
    List<Row> rows = new ArrayList<>();
    vectors
        .path("word_streams")
        .forEach(v -> rows.add(new Row("words " + v.get("seed"), () -> words(v))));
    vectors
        .path("bounded_draws")
        .forEach(v -> rows.add(new Row("draws below " + v.get("n"), () -> draws(v))));
    vectors
        .path("shuffles")
        .forEach(
            v ->
                rows.add(
                    new Row("shuffle of " + v.get("n") + " " + v.path("note"), () -> shuffle(v))));
    return rows.stream();
  }

  private static void words(JsonNode vector) {
    ChaChaShuffle generator = new ChaChaShuffle(seed(vector));
    long[] expected = numbers(field(vector, WORDS));
    long[] actual =
        LongStream.range(0, expected.length)
            .map(_ -> Integer.toUnsignedLong(generator.word()))
            .toArray();
    assertThat(actual).isEqualTo(expected);
  }

  private static void draws(JsonNode vector) {
    ChaChaShuffle generator = new ChaChaShuffle(seed(vector));
    int bound = (int) vector.get("n").asLong();
    assertThat(Integer.toUnsignedLong(ChaChaShuffle.zone(bound)))
        .isEqualTo(vector.get("zone").asLong());
    long[] expected = numbers(field(vector, DRAWS));
    long[] actual =
        IntStream.range(0, expected.length)
            .mapToLong(_ -> Integer.toUnsignedLong(generator.below(bound)))
            .toArray();
    assertThat(actual).isEqualTo(expected);
    consumed(vector, generator, expected.length);
  }

  private static void shuffle(JsonNode vector) {
    ChaChaShuffle generator = new ChaChaShuffle(seed(vector));
    int validators = vector.get("n").asInt();
    int[] whole = generator.permutation(validators);
    consumed(vector, generator, Math.max(0, validators - 1));
    int[] order =
        Arrays.copyOf(
            whole,
            vector.path("max_validators").isNumber()
                ? Math.min(validators, vector.get("max_validators").asInt())
                : validators);
    if (vector.has("permutation")) {
      long[] expected = numbers(vector.get("permutation"));
      assertThat(IntStream.of(order).asLongStream().toArray()).isEqualTo(expected);
    }
    if (vector.has("permutation_sha256")) {
      assertThat(sha256(order)).isEqualTo(vector.get("permutation_sha256").asText());
    }
  }

  private static void consumed(JsonNode vector, ChaChaShuffle generator, int accepted) {
    if (vector.has("words_consumed")) {
      assertThat(generator.wordsConsumed()).isEqualTo(vector.get("words_consumed").asLong());
    }
    if (vector.has("words_rejected")) {
      assertThat(generator.wordsConsumed() - accepted)
          .isEqualTo(vector.get("words_rejected").asLong());
    }
  }

  private static SessionSeed seed(JsonNode vector) {
    return SessionSeed.of(HexFormat.of().parseHex(vector.get("seed").asText()));
  }

  /** The field whose name tells how many entries it has. */
  private static JsonNode field(JsonNode vector, String prefix) {
    for (var it = vector.fieldNames(); it.hasNext(); ) {
      String name = it.next();
      if (name.startsWith(prefix)) {
        return vector.get(name);
      }
    }
    throw new IllegalArgumentException("no field " + prefix + "… in " + vector);
  }

  private static long[] numbers(JsonNode list) {
    long[] numbers = new long[list.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = list.get(i).asLong();
    }
    return numbers;
  }

  private static String sha256(int[] order) {
    String list = IntStream.of(order).mapToObj(Integer::toString).collect(Collectors.joining(","));
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(list.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
