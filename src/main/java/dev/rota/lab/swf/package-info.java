/**
 * Plays traces of parallel machines in the Standard Workload Format to a grid of bots.
 *
 * <p>Like any other client, it knows the names of topics and fields but no class of the domain.
 */
package dev.rota.lab.swf;
