/**
 * Lanes' last turns, last hour and assignments in memory, for whoever looks at them as they come.
 */
package dev.rota.readers.follow.held;
