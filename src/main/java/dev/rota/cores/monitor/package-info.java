/** What monitoring is told of chains. */
package dev.rota.cores.monitor;
