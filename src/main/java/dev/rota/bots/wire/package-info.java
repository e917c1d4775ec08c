/** The bots' records on topics. In the domain, only wire and traffic use the generated classes. */
package dev.rota.bots.wire;
