/** The whole road over a real broker: from producers to the audit. */
package dev.rota.end;
