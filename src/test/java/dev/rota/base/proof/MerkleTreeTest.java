package dev.rota.base.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Proofs from tiles against the tree as RFC 6962 defines it, written down naively. */
class MerkleTreeTest {
  private static final int MANY = 1_100;

  private final List<byte[]> entries = entries(MANY);

  @Test
  void everyInclusionProofOfASmallTreeVerifiesAndNoOther() {
    for (int size = 1; size <= 40; size++) {
      TreeProofs tree = tree(size);
      for (int index = 0; index < size; index++) {
        verifyInclusion(tree, size, index);
      }
    }
  }

  @Test
  void inclusionProofsAcrossTilesVerify() {
    for (int size : new int[] {255, 256, 257, 511, 512, 513, 700, MANY}) {
      TreeProofs tree = tree(size);
      for (int index = 0; index < size; index += 37) {
        verifyInclusion(tree, size, index);
      }
    }
  }

  private void verifyInclusion(TreeProofs tree, int size, int index) {
    byte[] root = naive(0, size);
    byte[] leaf = MerkleTree.leaf(entries.get(index));
    List<byte[]> proof = tree.inclusion(index);
    MerkleTree.verifyInclusion(leaf, index, proof, size, root);

    assertThatThrownBy(
            () ->
                MerkleTree.verifyInclusion(
                    MerkleTree.leaf("other".getBytes(UTF_8)), index, proof, size, root))
        .isInstanceOf(BadProof.class);
    assertThatThrownBy(
            () -> MerkleTree.verifyInclusion(leaf, (index + 1) % (size + 1), proof, size, root))
        .isInstanceOf(BadProof.class);
    if (!proof.isEmpty()) {
      List<byte[]> cut = proof.subList(1, proof.size());
      assertThatThrownBy(() -> MerkleTree.verifyInclusion(leaf, index, cut, size, root))
          .isInstanceOf(BadProof.class);
    }
    List<byte[]> longer = new ArrayList<>(proof);
    longer.add(root);
    assertThatThrownBy(() -> MerkleTree.verifyInclusion(leaf, index, longer, size, root))
        .isInstanceOf(BadProof.class);
  }

  @Test
  void everyConsistencyProofOfASmallTreeVerifiesAndNoOther() {
    for (int size = 1; size <= 40; size++) {
      for (int older = 0; older <= size; older++) {
        verifyConsistency(older, size);
      }
    }
  }

  @Test
  void consistencyProofsAcrossTilesVerify() {
    for (int older : new int[] {1, 128, 255, 256, 257, 512, 1000}) {
      for (int size : new int[] {1000, 1024, MANY}) {
        verifyConsistency(older, size);
      }
    }
  }

  private void verifyConsistency(int older, int size) {
    byte[] was = naive(0, older);
    byte[] is = naive(0, size);
    List<byte[]> proof = tree(size).consistency(older);
    MerkleTree.verifyConsistency(older, was, size, is, proof);

    byte[] other = MerkleTree.leaf("other".getBytes(UTF_8));
    if (older > 0) {
      assertThatThrownBy(() -> MerkleTree.verifyConsistency(older, other, size, is, proof))
          .isInstanceOf(BadProof.class);
      assertThatThrownBy(() -> MerkleTree.verifyConsistency(older, was, size, other, proof))
          .isInstanceOf(BadProof.class);
    }
    List<byte[]> longer = new ArrayList<>(proof);
    longer.add(other);
    assertThatThrownBy(() -> MerkleTree.verifyConsistency(older, was, size, is, longer))
        .isInstanceOf(BadProof.class);
    if (!proof.isEmpty()) {
      List<byte[]> cut = proof.subList(0, proof.size() - 1);
      assertThatThrownBy(() -> MerkleTree.verifyConsistency(older, was, size, is, cut))
          .isInstanceOf(BadProof.class);
    }
    assertThatThrownBy(() -> MerkleTree.verifyConsistency(size, is, size - 1L, is, List.of()))
        .hasMessageContaining("shrank");
  }

  @Test
  void rootsAreThoseOfTheSpecification() {
    for (int size : new int[] {0, 1, 2, 3, 255, 256, 257, MANY}) {
      assertThat(head(size, new HashMap<>()).root()).isEqualTo(naive(0, size));
      assertThat(tree(size).root()).isEqualTo(naive(0, size));
    }
  }

  @Test
  void tilesHaveThePathsOfTheSpecification() {
    assertThat(new TilePosition(0, 1_234_067, 256).path()).isEqualTo("tile/0/x001/x234/067");
    assertThat(new TilePosition(1, 5, 17).path()).isEqualTo("tile/1/005.p/17");
    assertThat(new TilePosition(0, 273, 112).entries()).isEqualTo("tile/entries/273.p/112");
    assertThat(TilePosition.of(0, 273, 70_000).width()).isEqualTo(112);
    assertThat(TilePosition.of(1, 1, 70_000).width()).isEqualTo(17);
    assertThat(TilePosition.of(2, 0, 70_000).width()).isEqualTo(1);
    assertThat(TilePosition.of(0, 0, 256).isFull()).isTrue();
  }

  private TreeProofs tree(int size) {
    Map<String, byte[]> tiles = new HashMap<>();
    head(size, tiles).partial((tile, bytes) -> tiles.put(tile.path(), bytes));
    return new TreeProofs(size, tile -> tiles.get(tile.path()));
  }

  private TreeHead head(int size, Map<String, byte[]> tiles) {
    TreeHead head = new TreeHead((tile, bytes) -> tiles.put(tile.path(), bytes));
    entries.subList(0, size).forEach(head::append);
    return head;
  }

  private byte[] naive(int from, int to) {
    if (from == to) {
      return MerkleTree.EMPTY;
    }
    if (to - from == 1) {
      return MerkleTree.leaf(entries.get(from));
    }
    int split = 1;
    while (split * 2 < to - from) {
      split *= 2;
    }
    return MerkleTree.node(naive(from, from + split), naive(from + split, to));
  }

  private static List<byte[]> entries(int count) {
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(new TurnLeaf("lane", i + 1L, MerkleTree.sha256(new byte[] {(byte) i})).bytes());
    }
    return all;
  }
}
