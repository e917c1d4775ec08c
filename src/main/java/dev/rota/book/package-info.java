/** The rules' book, as {@code docs/rules} has it: every rule by its id, for people. */
package dev.rota.book;
