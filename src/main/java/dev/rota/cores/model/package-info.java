/**
 * The state of a chain over its rows, the view for rules, the inputs, and the facts. Only facts
 * change state.
 */
package dev.rota.cores.model;
