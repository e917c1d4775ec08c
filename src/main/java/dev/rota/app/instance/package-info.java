/**
 * Running {@code rota dev} processes: their notes for other commands and their data directories.
 */
package dev.rota.app.instance;
