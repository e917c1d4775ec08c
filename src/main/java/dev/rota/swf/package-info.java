/**
 * Traces of parallel machines in the Standard Workload Format, played to a grid of bots.
 *
 * <p>Like any other client, it knows the names of topics and fields and no class of the domain:
 * events are envelopes, answers are read by name.
 */
package dev.rota.swf;
