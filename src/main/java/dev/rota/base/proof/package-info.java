/**
 * Transparency logs as C2SP specifies them: signed notes, checkpoints, cosignatures, Merkle trees
 * in tiles, policies and proofs. It computes only: no files, no network, no clock.
 */
package dev.rota.base.proof;
