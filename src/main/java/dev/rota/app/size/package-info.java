/** How much a domain needs: bytes, partitions, memory, time to recover. */
package dev.rota.app.size;
