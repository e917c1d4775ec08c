/** What a domain's ledger says before anything is decided: who wrote it, and how far it goes. */
package dev.rota.road.stream.past;
