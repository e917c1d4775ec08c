/**
 * Measures schedulers of builds by the protocols that build tools and workers speak: the road with
 * its front door, and a scheduler in memory.
 */
package dev.rota.lab.bench.builds;
