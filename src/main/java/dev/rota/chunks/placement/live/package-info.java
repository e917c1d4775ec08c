/** The same assignment, repaired where something changed, and equal to the one from scratch. */
package dev.rota.chunks.placement.live;
