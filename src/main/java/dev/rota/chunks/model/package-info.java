/**
 * The state of a network over rows, the view that rules read, inputs, and facts. Only facts write.
 */
package dev.rota.chunks.model;
