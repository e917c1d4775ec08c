/**
 * Dead letters: what they say, and which of them were sent again.
 *
 * <p>A replay is a record on an input topic. It says in its headers of which dead letter it is
 * ({@link dev.rota.road.letters.ReplayLineage}). The topic of replays says of a dead letter where
 * its replay went ({@link dev.rota.road.letters.ReplayTopic}). Both are written in one transaction,
 * so one is never there without the other.
 */
package dev.rota.road.letters;
