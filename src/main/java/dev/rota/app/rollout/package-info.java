/** What a rolling restart of a domain's engines costs, told before it and beside it. */
package dev.rota.app.rollout;
