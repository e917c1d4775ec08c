/** Names and sizes as real networks have them, for seeded traffic and made-up networks. */
package dev.rota.samples;
