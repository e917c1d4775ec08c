/**
 * The laws of an engine as property tests. A domain inherits them: a class that extends {@link
 * dev.rota.testing.laws.DomainLaws} and tells the domain's {@link dev.rota.testing.laws.Customs}.
 */
package dev.rota.testing.laws;
