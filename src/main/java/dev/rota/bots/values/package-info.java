/**
 * Immutable values: the policy and its parts, specifications of jobs and bots, reasons and states.
 */
package dev.rota.bots.values;
