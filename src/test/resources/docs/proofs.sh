# The policy of the demonstration's own notary.
cp "$ROTA_HOME/policy" policy
