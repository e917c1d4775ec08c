/** Records from lines and lines from records: what verbs send and read, and how. */
package dev.rota.cli.clients;
