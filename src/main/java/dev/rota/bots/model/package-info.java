/**
 * The state of a grid over its rows, the view for rules, the inputs, and the facts. Only facts
 * change state.
 */
package dev.rota.bots.model;
