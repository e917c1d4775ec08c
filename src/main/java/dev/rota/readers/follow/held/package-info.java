/** Lanes' last turns and their last hour in memory, for whoever looks at them as they come. */
package dev.rota.readers.follow.held;
