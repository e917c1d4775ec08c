/**
 * What cannot change: the policy and its parts, what jobs and bots are specified by, reasons and
 * states.
 */
package dev.rota.bots.values;
