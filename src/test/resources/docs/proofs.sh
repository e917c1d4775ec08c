# The policy of the demonstration's own notary.
cp "$ROTA_HOME/policy" policy

# A lease of a heartbeat, which a notary with a witness signs.
rm -rf own* w1*
./rota keys new acme.example/prod own.key >own.pub
./rota keys new witness.example/w1 w1.own.key --witness >w1.pub
printf 'log %s\nquorum none\n' "$(cat own.pub)" >w1.policy
./rota witness --key w1.own.key --policy w1.policy --dir w1 --port 0 >w1.url &
trap 'kill $!' EXIT
until [ -s w1.url ]; do sleep 0.1; done
printf 'log %s\nwitness w1 %s %s\nquorum w1\n' "$(cat own.pub)" "$(cat w1.pub)" "$(cat w1.url)" >own.policy
./rota consume bots-assignments --key builds | grep '"rota.source":"bot-heartbeats' | grep '"state":"ACTIVE"' | tail -n 1 >own.lease
./rota notary --domains bots --key own.key --policy own.policy --dir own.log --once
