/** A terminal, and a screen on it that is redrawn in place. */
package dev.rota.app.show;
