/** The rules' book from {@code docs/rules}: every rule by its id. */
package dev.rota.base.book;
