/**
 * Which workers hold which chunks, from scratch: rings, factors, bounded loads. It knows no lane.
 */
package dev.rota.chunks.placement;
