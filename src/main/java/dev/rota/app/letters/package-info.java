/** {@code rota dlq}: looks into dead letters, corrects them and sends them again. */
package dev.rota.app.letters;
