package dev.rota.readers.whatif;

import dev.rota.kernel.domain.measures.LaneMeasures;
import java.util.List;

/**
 * Two histories of a lane.
 *
 * @param endMillis the time of the last recorded turn, where both end, epoch ms
 * @param difference the first assignment that differs, in words; null: all are the same
 * @param assumed what had to be assumed, sentences
 */
public record HistoryComparison(
    long sinceMillis,
    long endMillis,
    long turns,
    LaneMeasures happened,
    LaneMeasures would,
    String difference,
    List<String> assumed) {}
