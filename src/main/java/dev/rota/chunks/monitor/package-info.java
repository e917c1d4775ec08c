/** What monitoring is told of networks. */
package dev.rota.chunks.monitor;
