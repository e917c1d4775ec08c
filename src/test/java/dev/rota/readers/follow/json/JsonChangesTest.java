package dev.rota.readers.follow.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What differs between two values is told path by path. */
final class JsonChangesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static String between(String before, String after) throws Exception {
    Map<String, List<JsonNode>> changes = new LinkedHashMap<>();
    JsonChanges.between(JSON.readTree(before), JSON.readTree(after), "", changes);
    return changes.toString();
  }

  @Test
  void equalValuesHaveNoChange() throws Exception {
    assertThat(between("{\"a\":[1,{\"b\":null}]}", "{\"a\":[1,{\"b\":null}]}")).isEqualTo("{}");
  }

  @Test
  void eachPathIsToldWithBothValues() throws Exception {
    assertThat(between("{\"a\":[1,{\"b\":2}],\"c\":3}", "{\"a\":[1,{\"b\":4},5],\"d\":6}"))
        .isEqualTo("{a[1].b=[2, 4], a[2]=[null, 5], c=[3, null], d=[null, 6]}");
  }

  @Test
  void anotherKindOfValueIsOneChange() throws Exception {
    assertThat(between("{\"a\":{\"b\":1}}", "{\"a\":[1]}")).isEqualTo("{a=[{\"b\":1}, [1]]}");
    assertThat(between("{\"a\":null}", "{\"a\":{\"b\":1}}")).isEqualTo("{a=[null, {\"b\":1}]}");
  }
}
