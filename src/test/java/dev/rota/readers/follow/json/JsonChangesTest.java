package dev.rota.readers.follow.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

  @Test
  void rowsAreComparedByTheirNameWhereverTheyStand() throws Exception {
    String before = "[{'para':7,'retries':0},{'para':8,'retries':0},{'para':9,'retries':0}]";
    String after = "[{'para':8,'retries':0},{'para':9,'retries':1},{'para':5,'retries':0}]";
    assertThat(between(json("{'queue':" + before + "}"), json("{'queue':" + after + "}")))
        .isEqualTo(
            json(
                "{queue[para=7]=[{'para':7,'retries':0}, null], queue[para=9].retries=[0, 1],"
                    + " queue[para=5]=[null, {'para':5,'retries':0}]}"));
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  @Test
  void aRowsNameMayNeedASecondField() throws Exception {
    assertThat(
            between(
                json("{'q':[{'c':'a','i':'x','n':1},{'c':'a','i':'y','n':2}]}"),
                json("{'q':[{'c':'a','i':'y','n':3},{'c':'a','i':'x','n':1}]}")))
        .isEqualTo(
            json("{q[c=a,i=y].n=[2, 3], q[order]=[['c=a,i=x','c=a,i=y'], ['c=a,i=y','c=a,i=x']]}"));
  }

  @Test
  void plainValuesAreThemselves() throws Exception {
    assertThat(between(json("{'a':['w1','w2','w3']}"), json("{'a':['w2','w3','w4']}")))
        .isEqualTo(json("{a[=w1]=['w1', null], a[=w4]=[null, 'w4']}"));
    assertThat(between("{\"a\":[1,2,3,4]}", "{\"a\":[1,3,2,4]}"))
        .isEqualTo(json("{a[order]=[['=2','=3'], ['=3','=2']]}"));
  }

  @Test
  void whatHasNoNameIsComparedByItsPlace() throws Exception {
    assertThat(between("{\"a\":[1,1,2]}", "{\"a\":[1,2,2]}")).isEqualTo("{a[1]=[1, 2]}");
    assertThat(between(json("{'a':[null,{'b':1}]}"), json("{'a':[{'b':2},{'b':1}]}")))
        .isEqualTo(json("{a[0]=[null, {'b':2}]}"));
    assertThat(between("{\"a\":[[1],[2]]}", "{\"a\":[[2],[2]]}"))
        .isEqualTo("{a[0][=1]=[1, null], a[0][=2]=[null, 2]}");
    assertThat(between(json("{'a':[{'b':1.5},{'b':2.5}]}"), json("{'a':[{'b':2.5}]}")))
        .isEqualTo(json("{a[0].b=[1.5, 2.5], a[1]=[{'b':2.5}, null]}"));
    assertThat(between("{\"a\":[]}", "{\"a\":[[]]}")).isEqualTo("{a[0]=[null, []]}");
  }

  /** Whatever two lists are, what is told leads from the one to the other. */
  @Test
  void whatIsToldIsAllThatDiffers() throws Exception {
    Random random = new Random(7);
    int moved = 0;
    for (int i = 0; i < 2_000; i++) {
      List<Integer> one = random.ints(random.nextInt(6), 0, 7).distinct().boxed().toList();
      List<Integer> other = random.ints(random.nextInt(6), 0, 7).distinct().boxed().toList();
      String told = between("{\"a\":" + one + "}", "{\"a\":" + other + "}");
      for (int value = 0; value < 7; value++) {
        assertThat(told.contains("a[=" + value + "]"))
            .as("%s %s %s", one, other, told)
            .isEqualTo(one.contains(value) != other.contains(value));
      }
      List<Integer> stay = one.stream().filter(other::contains).toList();
      boolean isMoved = !stay.equals(other.stream().filter(one::contains).toList());
      assertThat(told.contains("[order]")).isEqualTo(isMoved);
      moved += isMoved ? 1 : 0;
    }
    assertThat(moved).isPositive();
  }
}
