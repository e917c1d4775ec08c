package dev.rota.readers.follow.held;

import java.util.List;

/**
 * A lane's held turns, counted by stretches of equal size.
 *
 * @param first the oldest turn that is held; one more than {@code last}: none is
 * @param last the newest turn that is held
 * @param all the stretches that were asked for, the oldest first
 */
public record TurnStretches(long first, long last, List<TurnStretch> all) {}
