/** Placement from scratch: rings, factors, bounded loads. It is independent of lanes. */
package dev.rota.chunks.placement;
