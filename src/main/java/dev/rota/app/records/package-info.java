/** {@code rota produce} and {@code rota consume}: JSON lines to records and back. */
package dev.rota.app.records;
