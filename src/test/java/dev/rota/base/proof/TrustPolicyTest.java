package dev.rota.base.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrustPolicyTest {
  private static final String ORIGIN = "acme.example/prod/bots-ledger/0";

  private final SigningKey log = SigningKey.random("acme.example/prod", KeyKind.LOG);
  private final List<SigningKey> witnesses =
      List.of(
          SigningKey.random("w.example/1", KeyKind.WITNESS),
          SigningKey.random("w.example/2", KeyKind.WITNESS),
          SigningKey.random("w.example/3", KeyKind.WITNESS));

  private TrustPolicy policy(String end) {
    String lines = "# ours\nlog " + log + "\n\n";
    for (int i = 0; i < witnesses.size(); i++) {
      lines += "\twitness W" + (i + 1) + "  " + witnesses.get(i) + " http://localhost:1/\n";
    }
    return TrustPolicy.parse((lines + end).getBytes(UTF_8));
  }

  private SignedNote signed(String origin, int... by) {
    String text = new LogCheckpoint(origin, 3, MerkleTree.EMPTY).text();
    List<NoteLine> lines = new ArrayList<>(List.of(log.as(origin).sign(text)));
    for (int i : by) {
      lines.add(witnesses.get(i - 1).cosign(text, 1_700_000_000 + i));
    }
    return new SignedNote(text, lines);
  }

  @Test
  void twoOfThreeWitnessesSufficeAndOneDoesNot() {
    TrustPolicy policy = policy("group all3 2 W1 W2 W3\nquorum all3\n");

    assertThat(policy.wanted()).isEqualTo("2 of W1, W2, W3");
    assertThat(policy.judge(signed(ORIGIN, 1)).suffices()).isFalse();
    assertThat(policy.judge(signed(ORIGIN, 1, 3)).suffices()).isTrue();
    assertThat(policy.judge(signed(ORIGIN, 1, 3)).cosigned())
        .extracting(VerifiedCosignature::witness)
        .containsExactly("W1", "W3");
    assertThat(policy.judge(signed(ORIGIN, 1, 1)).suffices()).isFalse();
  }

  /** What has one signature is worth as much as the policy asks for. */
  @Test
  void aKeyThatSufficesAloneIsNamed() {
    List<VerifierKey> keys = witnesses.stream().map(SigningKey::verifier).toList();
    String any = policy("group some any W1 W2\nquorum some\n").sufficient().toString();
    assertThat(any).isEqualTo(keys.subList(0, 2).toString());
    assertThat(policy("quorum W3\n").sufficient().toString())
        .isEqualTo(keys.subList(2, 3).toString());
    assertThat(policy("group two 2 W1 W2 W3\nquorum two\n").sufficient()).isEmpty();
    assertThat(policy("quorum none\n").sufficient()).hasSize(3);
  }

  @Test
  void groupsWithinGroupsHaveALargestDepth() {
    StringBuilder lines = new StringBuilder("group g1 any W1\n");
    for (int i = 2; i <= 32; i++) {
      lines.append("group g%d any g%d%n".formatted(i, i - 1));
    }
    assertThat(policy(lines + "quorum g32\n").judge(signed(ORIGIN, 1)).suffices()).isTrue();
    for (int i = 33; i <= 60_000; i++) {
      lines.append("group g%d any g%d%n".formatted(i, i - 1));
    }
    assertThatThrownBy(() -> policy(lines + "quorum g60000\n"))
        .isInstanceOf(BadProof.class)
        .hasMessage("line 39: groups are nested deeper than 32");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 31_556_889_864_403_200L, 1L << 62, Long.MAX_VALUE})
  void aCosignatureOfNoTimeDoesNotCountAndKeepsTheOthersFromNothing(long seconds) {
    TrustPolicy policy = policy("group all3 2 W1 W2 W3\nquorum all3\n");
    SignedNote two = signed(ORIGIN, 1, 2);
    SignedNote three = two.with(List.of(witnesses.get(2).cosign(two.text(), seconds)));
    SignedNote one = signed(ORIGIN, 1);

    assertThat(policy.judge(three).suffices()).isTrue();
    assertThat(policy.judge(three).cosigned())
        .extracting(VerifiedCosignature::witness)
        .containsExactly("W1", "W2");
    assertThat(
            policy
                .judge(one.with(List.of(witnesses.get(2).cosign(one.text(), seconds))))
                .suffices())
        .isFalse();
  }

  @Test
  void groupsMayHoldGroups() {
    TrustPolicy policy = policy("group ours any W1 W2\ngroup both all ours W3\nquorum both\n");

    assertThat(policy.wanted()).isEqualTo("2 of (1 of W1, W2), W3");
    assertThat(policy.judge(signed(ORIGIN, 1, 2)).suffices()).isFalse();
    assertThat(policy.judge(signed(ORIGIN, 2, 3)).suffices()).isTrue();
  }

  @Test
  void aLogIsTrustedBelowTheNameOfItsKeyOnly() {
    TrustPolicy policy = policy("quorum none\n");

    assertThat(policy.judge(signed(ORIGIN)).log().name()).isEqualTo(ORIGIN);
    assertThat(policy.judge(signed("acme.example/prod")).suffices()).isTrue();
    assertThatThrownBy(() -> policy.judge(signed("acme.example/production/bots-ledger/0")))
        .hasMessageContaining("no key is known for the log");
  }

  @Test
  void anotherKeyOfTheSameNameIsNotTrusted() {
    SigningKey other = SigningKey.random("acme.example/prod", KeyKind.LOG);
    String text = new LogCheckpoint(ORIGIN, 3, MerkleTree.EMPTY).text();
    SignedNote forged = new SignedNote(text, List.of(other.as(ORIGIN).sign(text)));

    assertThatThrownBy(() -> policy("quorum none\n").judge(forged))
        .hasMessageContaining("not signed by a known key");
  }

  @Test
  void aPolicyThatIsWrongSaysInWhichLine() {
    SigningKey fourth = SigningKey.random("w.example/4", KeyKind.WITNESS);
    refused("", "no line 'quorum NAME'");
    refused("quorum W9\n", "line 7: no line above names 'W9'");
    refused("quorum none\nquorum none\n", "line 8: there is a second quorum");
    refused("group g 4 W1 W2 W3\nquorum g\n", "cannot need 4");
    refused("group g 0 W1\nquorum g\n", "cannot need 0");
    refused("group g any W1\ngroup h any W1\nquorum h\n", "in a group already");
    refused("group W1 any W2\nquorum W1\n", "is taken");
    refused("log " + log + "\nquorum none\n", "same key");
    refused("log " + witnesses.get(0) + "\nquorum none\n", "not one of a log");
    refused("logs x\nquorum none\n", "'logs' is none of");
    refused("witness W4\nquorum none\n", "the form is");
    for (String url :
        List.of("w4.example", "ftp://w4.example/", "http:///x", "http://w_4/", "h%")) {
      refused(
          "witness W4 " + fourth + " " + url + "\nquorum none\n", "line 7: '" + url + "' is no");
    }
  }

  private void refused(String end, String why) {
    assertThatThrownBy(() -> policy(end)).isInstanceOf(BadProof.class).hasMessageContaining(why);
  }
}
