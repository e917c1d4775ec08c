/**
 * The front door of builds: build tools and workers of the Remote Execution API and the Remote
 * Workers API reach a grid by gRPC.
 *
 * <p>A front door has no state of its own. What it is told becomes records of the grid's topics;
 * what it answers, a follower has read in the grid's ledger. So any of them answers alike, and one
 * that dies loses nothing. It reads the domain's state and decides nothing.
 */
package dev.rota.serving.builds;
