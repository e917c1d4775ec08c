/** What is measured of networks. */
package dev.rota.chunks.monitor;
