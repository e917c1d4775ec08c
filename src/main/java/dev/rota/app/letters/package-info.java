/** {@code rota dlq}: looks into dead letters, and sends them again, as they are or edited. */
package dev.rota.app.letters;
