/** Names and sizes in the form of real networks, for seeded traffic and generated networks. */
package dev.rota.base.samples;
