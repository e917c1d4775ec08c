package dev.rota.road.kept;

import dev.rota.base.proof.LogCheckpoint;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.table.Sha256;
import java.util.List;
import java.util.SortedMap;

/**
 * The end of a kept checkpoint.
 *
 * @param place whose lanes they are
 * @param end of the ledger with the last page whose turns they have taken
 * @param offset of that page in the ledger
 * @param atMillis the time of the page's newest turn, epoch ms
 * @param positions by topic: how far inputs are taken and outputs written, exclusive
 * @param pieces SHA-256 over each piece of the rows, in order
 * @param seal over all fields before it
 * @param word a signature line; null: nobody's
 */
public record KeptCheckpointEnd(
    LedgerPlace place,
    PageEnd end,
    long offset,
    long atMillis,
    SortedMap<String, Long> positions,
    List<byte[]> pieces,
    byte[] seal,
    String word) {
  private static final String LEDGER = "-ledger";

  /**
   * Of the lanes at the end of a page, without their pieces.
   *
   * @param end of the ledger with that page
   * @param offset of that page
   */
  public static KeptCheckpointEnd at(
      LedgerPlace place,
      PageEnd end,
      long offset,
      long atMillis,
      SortedMap<String, Long> positions) {
    return new KeptCheckpointEnd(
        place, end, offset, atMillis, positions, List.of(), new byte[Sha256.BYTES], null);
  }

  /** The number of the last page whose turns they have taken. */
  public long page() {
    return end.pages();
  }

  public byte[] pageSeal() {
    return end.seal();
  }

  /** The turns of all lanes up to there. */
  public long turns() {
    return end.turns();
  }

  /** The same with these pieces, not sealed. */
  public KeptCheckpointEnd of(List<byte[]> itsPieces) {
    return new KeptCheckpointEnd(place, end, offset, atMillis, positions, itsPieces, seal, word);
  }

  /** Without seal and word, which do not cover themselves. */
  KeptCheckpointEnd bare() {
    return with(new byte[Sha256.BYTES], null);
  }

  KeptCheckpointEnd with(byte[] itsSeal, String itsWord) {
    return new KeptCheckpointEnd(place, end, offset, atMillis, positions, pieces, itsSeal, itsWord);
  }

  /** How far a topic was read or written at this end; 0: not at all. */
  public long position(String topic) {
    return positions.getOrDefault(topic, 0L);
  }

  /**
   * The note that an auditor signs: whose lanes, up to which page, with which seal.
   *
   * @param replayed false: the auditor began with another's word
   */
  String note(boolean replayed) {
    String topic = place.ledger().replaceFirst(LEDGER + "$", "-checkpoints");
    String origin = place.cluster() + "/" + topic + "/" + place.partition();
    List<String> more = replayed ? List.of() : List.of("from another's checkpoint on");
    return new LogCheckpoint(origin, page(), seal, more).text();
  }
}
