/** Running {@code rota dev} processes: their notes, by which other commands find them. */
package dev.rota.app.instance;
