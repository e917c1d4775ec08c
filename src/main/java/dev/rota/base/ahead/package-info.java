/** Makes things before they are asked for. It uses java.base only. */
package dev.rota.base.ahead;
