package dev.rota.readers.follow.held;

/**
 * An assignment that has not ended. Times are as {@link AssignedBar} has them.
 *
 * @param group its number; -1: it has none
 */
record RunningBar(String thing, long begin, long waited, long turn, int group) {}
