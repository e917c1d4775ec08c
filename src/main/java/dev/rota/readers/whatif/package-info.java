/** Replays a lane's recorded inputs with another policy or fleet, and compares. */
package dev.rota.readers.whatif;
