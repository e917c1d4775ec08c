/** What cannot change: the policy, its segments, the window of time in which changes gather. */
package dev.rota.chunks.values;
