/** The verbs around proofs: {@code rota keys, notary, witness, prove, verify}. */
package dev.rota.app.proofs;
