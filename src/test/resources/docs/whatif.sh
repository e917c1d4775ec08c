# Instance B is below its minimum, so its job b evicts the job a of A.
./rota simulate bots --export g.jsonl <<'LINES' >g.out
{"topic":"bots-policies","key":"g","timestamp":0,"value":{"grid":"g","assigner":"COHORT","cohorts":[{"cohort":"c","labels":["linux"]}],"quotas":[{"cohort":"c","instance":"A","min":0,"max":2},{"cohort":"c","instance":"B","min":1,"max":2}],"preemptionDelayMs":5000}}
{"topic":"bot-heartbeats","key":"g","timestamp":0,"value":{"grid":"g","bot":"one","status":"OK","properties":{"OSFamily":["linux"]}}}
{"topic":"jobs","key":"g","timestamp":1000,"value":{"grid":"g","event":{"Submitted":{"job":"a","instance":"A","priority":1,"properties":{"OSFamily":["linux"]}}}}}
{"topic":"jobs","key":"g","timestamp":2000,"value":{"grid":"g","event":{"Submitted":{"job":"b","instance":"B","priority":0,"properties":{"OSFamily":["linux"]}}}}}
{"topic":"bot-heartbeats","key":"g","timestamp":9000,"value":{"grid":"g","bot":"one","status":"OK","properties":{"OSFamily":["linux"]},"leases":[{"job":"b","state":"COMPLETED","attempt":1}]}}
{"topic":"bot-heartbeats","key":"g","timestamp":20000,"value":{"grid":"g","bot":"one","status":"OK","properties":{"OSFamily":["linux"]},"leases":[{"job":"a","state":"COMPLETED","attempt":2}]}}
LINES

# The same grid, when b waits and c, which no bot fits, has come.
./rota simulate bots --export builds.jsonl <<'LINES' >g.out
{"topic":"bots-policies","key":"builds","timestamp":0,"value":{"grid":"builds","assigner":"COHORT","cohorts":[{"cohort":"c","labels":["linux"]}],"quotas":[{"cohort":"c","instance":"A","min":0,"max":2},{"cohort":"c","instance":"B","min":1,"max":2}],"preemptionDelayMs":5000}}
{"topic":"bot-heartbeats","key":"builds","timestamp":0,"value":{"grid":"builds","bot":"one","status":"OK","properties":{"OSFamily":["linux"]}}}
{"topic":"jobs","key":"builds","timestamp":1000,"value":{"grid":"builds","event":{"Submitted":{"job":"a","instance":"A","priority":1,"properties":{"OSFamily":["linux"]}}}}}
{"topic":"jobs","key":"builds","timestamp":2000,"value":{"grid":"builds","event":{"Submitted":{"job":"b","instance":"B","priority":0,"properties":{"OSFamily":["linux"]}}}}}
{"topic":"jobs","key":"builds","timestamp":6000,"value":{"grid":"builds","event":{"Submitted":{"job":"c","instance":"A","priority":1,"properties":{"OSFamily":["bsd"]}}}}}
LINES

# Of the demonstration.
echo '{"preemptionDelayMs":60000}' >policy.json
./rota export cores --key polkadot >polkadot.jsonl
