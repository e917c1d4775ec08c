package dev.rota.readers.rehearse;

import java.util.List;

/**
 * A turn that other rules decide otherwise.
 *
 * @param number of the recorded turn
 * @param atMillis its time, epoch ms
 * @param source {@code topic/partition/offset} of its input; null: it has none
 * @param what {@code outputs}, or {@code state} if only that differs, at the end of a page
 * @param recorded what it published, a line each
 * @param rehearsed what it would have published
 */
public record RehearsalDifference(
    String lane,
    long number,
    long atMillis,
    String source,
    String what,
    List<String> recorded,
    List<String> rehearsed) {}
