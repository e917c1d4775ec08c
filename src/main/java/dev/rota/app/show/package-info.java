/** The live display: a table that is redrawn in place, or a line every few seconds. */
package dev.rota.app.show;
