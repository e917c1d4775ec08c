/** Who decides: when bells ring. */
package dev.rota.alarms.rules;
