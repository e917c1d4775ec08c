package dev.rota.base.proof;

/** Thrown for a checkpoint of a log that the policy does not name. */
public final class UnknownLog extends BadProof {
  private static final long serialVersionUID = 1L;

  UnknownLog(String origin) {
    super("no key is known for the log " + origin);
  }
}
