package dev.rota.executor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Equal contents, equal roots, whatever led to them. */
class MerkleTrieTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void itHoldsWhatAMapHoldsAndItsRootIsThatOfItsContents(long seed) {
    Random random = new Random(seed);
    MerkleTrie trie = MerkleTrie.EMPTY;
    Map<String, String> expected = new TreeMap<>();
    for (int move = 0; move < 400; move++) {
      String key = "key " + random.nextInt(60);
      String value = random.nextInt(3) == 0 ? null : "value " + random.nextInt(5);
      trie = trie.with(key, bytes(value));
      if (value == null) {
        expected.remove(key);
      } else {
        expected.put(key, value);
      }
      for (int i = 0; i < 60; i++) {
        assertThat(trie.get("key " + i)).isEqualTo(bytes(expected.get("key " + i)));
      }
      assertThat(trie.root()).isEqualTo(shuffled(expected, random).root());
    }
  }

  private static MerkleTrie shuffled(Map<String, String> contents, Random random) {
    List<String> keys = new ArrayList<>(contents.keySet());
    Collections.shuffle(keys, random);
    MerkleTrie trie = MerkleTrie.EMPTY.with("passing", bytes("by"));
    for (String key : keys) {
      trie = trie.with(key, bytes(contents.get(key)));
    }
    return trie.with("passing", null);
  }

  @Test
  void differentContentsHaveDifferentRoots() {
    MerkleTrie one = MerkleTrie.EMPTY.with("a", bytes("1")).with("b", bytes("2"));

    assertThat(one.with("b", bytes("3")).root()).isNotEqualTo(one.root());
    assertThat(one.with("c", bytes("2")).root()).isNotEqualTo(one.root());
    assertThat(one.with("b", null).root()).isNotEqualTo(one.root());
    assertThat(MerkleTrie.EMPTY.with("a", bytes("2")).with("b", bytes("1")).root())
        .isNotEqualTo(one.root());
  }

  @Test
  void aWriteLeavesTheTrieBeforeAsItWas() {
    MerkleTrie before = MerkleTrie.EMPTY.with("a", bytes("1"));
    byte[] root = before.root();

    before.with("a", bytes("2")).with("b", bytes("3"));

    assertThat(before.root()).isEqualTo(root);
    assertThat(before.get("a")).isEqualTo(bytes("1"));
    assertThat(before.get("b")).isNull();
  }

  @Test
  void withoutAKeyTheRootIsZero() {
    assertThat(MerkleTrie.EMPTY.root()).isEqualTo(new byte[32]);
    assertThat(MerkleTrie.EMPTY.with("a", bytes("1")).with("a", null).root())
        .isEqualTo(new byte[32]);
    assertThat(MerkleTrie.EMPTY.with("a", null).root()).isEqualTo(new byte[32]);
  }

  private static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }
}
