package dev.rota.kept;

import dev.rota.proof.Vkey;
import java.util.List;

/**
 * Which kept checkpoints an audit may begin with.
 *
 * @param atMillis begin with the newest that is not after this time, epoch ms; null: begin with the
 *     ledger, or with the oldest if the ledger's beginning is no longer retained
 * @param trusted the keys of auditors whose word counts; null: whoever has kept them
 */
public record Since(Long atMillis, List<Vkey> trusted) {
  /** With the ledger's beginning if it is there, otherwise by anybody's word. */
  public static final Since BEGINNING = new Since(null, null);
}
