/** Text for people: shown safely, and suggested where a word was mistyped. */
package dev.rota.text;
