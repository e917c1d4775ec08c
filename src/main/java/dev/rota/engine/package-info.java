/**
 * The kernel: how a decision is made, with nothing that a replay could not repeat. Only java.base
 * is used here.
 */
package dev.rota.engine;
