/** Immutable values: the policy, its segments, the window in which changes gather. */
package dev.rota.chunks.values;
