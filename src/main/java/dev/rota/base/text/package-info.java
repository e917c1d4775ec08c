/** Text for people: safe for terminals, with suggestions for mistyped words. */
package dev.rota.base.text;
