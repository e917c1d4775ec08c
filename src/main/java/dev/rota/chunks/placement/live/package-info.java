/** Repairs an assignment where something changed. The result equals the one from scratch. */
package dev.rota.chunks.placement.live;
