# Two bots are full of the jobs of batch when the job of release comes.
./rota simulate bots --export g.jsonl <<'LINES' >g.out
{"topic":"bots-policies","key":"builds","timestamp":1772355600000,"value":{"grid":"builds","assigner":"COHORT","cohorts":[{"cohort":"c","labels":["linux"]}],"quotas":[{"cohort":"c","instance":"batch","min":0,"max":2},{"cohort":"c","instance":"release","min":1,"max":2}],"preemptionDelayMs":20000}}
{"topic":"bot-heartbeats","key":"builds","timestamp":1772355600000,"value":{"grid":"builds","bot":"b1","status":"OK","properties":{"OSFamily":["linux"]}}}
{"topic":"jobs","key":"builds","timestamp":1772355601000,"value":{"grid":"builds","event":{"Submitted":{"job":"x","instance":"batch","priority":10,"properties":{"OSFamily":["linux"]}}}}}
{"topic":"bot-heartbeats","key":"builds","timestamp":1772355601000,"value":{"grid":"builds","bot":"b2","status":"OK","properties":{"OSFamily":["linux"]}}}
{"topic":"jobs","key":"builds","timestamp":1772355602000,"value":{"grid":"builds","event":{"Submitted":{"job":"y","instance":"batch","priority":20,"properties":{"OSFamily":["linux"]}}}}}
{"topic":"bot-heartbeats","key":"builds","timestamp":1772355603000,"value":{"grid":"builds","bot":"b1","status":"OK","properties":{"OSFamily":["linux"]}}}
{"topic":"jobs","key":"builds","timestamp":1772355605000,"value":{"grid":"builds","event":{"Submitted":{"job":"r","instance":"release","priority":0,"properties":{"OSFamily":["linux"]}}}}}
LINES
