package dev.rota.base.proof;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which logs and witnesses are trusted, and which witnesses suffice, in the format {@code
 * c2sp.org/tlog-policy}. A log's key whose name is {@code acme.example/prod} stands for every log
 * below it, such as {@code acme.example/prod/bots-ledger/0}.
 */
public final class TrustPolicy {
  private final List<VerifierKey> logs = new ArrayList<>();
  private final Map<String, Witness> witnesses = new LinkedHashMap<>();
  private final Map<String, Group> groups = new LinkedHashMap<>();
  private String quorum;

  /**
   * A witness.
   *
   * @param url its submission prefix; null: none is given
   */
  public record Witness(String name, VerifierKey key, String url) {}

  /** How many of the members must have cosigned. */
  record Group(int least, List<String> members) {}

  /**
   * What a checkpoint's signatures are worth.
   *
   * @param log the key that signed it, with its own name
   * @param suffices true if the quorum has cosigned
   */
  public record Verdict(VerifierKey log, List<VerifiedCosignature> cosigned, boolean suffices) {}

  TrustPolicy() {}

  /** Parses a policy file, with or without a byte order mark. */
  public static TrustPolicy parse(byte[] bytes) {
    return PolicyReader.read(SignedNote.utf8(bytes).replaceFirst("^\uFEFF", ""));
  }

  /** A policy that trusts logs of this key and asks for no witness. */
  public static TrustPolicy of(VerifierKey log) {
    TrustPolicy policy = new TrustPolicy();
    policy.logs.add(log);
    policy.quorum = PolicyReader.NONE;
    return policy;
  }

  List<VerifierKey> logs() {
    return logs;
  }

  Map<String, Group> groups() {
    return groups;
  }

  Map<String, Witness> named() {
    return witnesses;
  }

  String quorum() {
    return quorum;
  }

  void quorum(String name) {
    quorum = name;
  }

  public List<Witness> witnesses() {
    return List.copyOf(witnesses.values());
  }

  /**
   * The keys, auditors' too, of which each alone suffices for the quorum: what has one signature is
   * worth as much as the policy asks for.
   */
  public List<VerifierKey> sufficient() {
    return witnesses.values().stream()
        .filter(one -> asksNobody() || holds(quorum, List.of(one.name())))
        .map(Witness::key)
        .toList();
  }

  /** True if no witness is needed. */
  public boolean asksNobody() {
    return quorum.equals(PolicyReader.NONE);
  }

  /** The keys that may sign for this log, under its name. */
  public List<VerifierKey> keysOf(String origin) {
    return logs.stream()
        .filter(key -> origin.equals(key.name()) || origin.startsWith(key.name() + "/"))
        .map(key -> key.as(origin))
        .toList();
  }

  /**
   * Verifies the signatures of a checkpoint. A cosignature of no time does not count.
   *
   * @throws BadProof if no trusted log has signed it, or a signature in a trusted name is false
   */
  public Verdict judge(SignedNote checkpoint) {
    VerifierKey log = signer(checkpoint);
    List<VerifiedCosignature> cosigned = new ArrayList<>();
    for (Witness witness : witnesses.values()) {
      NoteLine line = checkpoint.by(witness.key());
      if (line != null && CosignatureMessage.isTime(line.seconds())) {
        cosigned.add(new VerifiedCosignature(witness.name(), line.seconds()));
      }
    }
    List<String> names = cosigned.stream().map(VerifiedCosignature::witness).toList();
    return new Verdict(log, cosigned, asksNobody() || holds(quorum, names));
  }

  /**
   * The key with which the checkpoint's log has signed it.
   *
   * @throws BadProof if none has
   */
  public VerifierKey signer(SignedNote checkpoint) {
    String origin = LogCheckpoint.parse(checkpoint.text()).origin();
    List<VerifierKey> keys = keysOf(origin);
    if (keys.isEmpty()) {
      throw new UnknownLog(origin);
    }
    Optional<VerifierKey> signed =
        keys.stream().filter(key -> checkpoint.by(key) != null).findFirst();
    return signed.orElseThrow(
        () -> new BadProof("the checkpoint is not signed by a known key of the log " + origin));
  }

  private boolean holds(String name, List<String> cosigned) {
    Group group = groups.get(name);
    return group == null
        ? cosigned.contains(name)
        : group.members().stream().filter(member -> holds(member, cosigned)).count()
            >= group.least();
  }

  /** The quorum in words, such as {@code 2 of w1, w2, w3}. */
  public String wanted() {
    return asksNobody() ? "none" : wanted(quorum);
  }

  private String wanted(String name) {
    Group group = groups.get(name);
    if (group == null) {
      return name;
    }
    List<String> members = group.members().stream().map(this::inner).toList();
    return group.least() + " of " + String.join(", ", members);
  }

  private String inner(String name) {
    return groups.containsKey(name) ? "(" + wanted(name) + ")" : name;
  }
}
