// Prints so many committed records of a topic, a line each: partition, offset, bytes of key and value.
// node read.js MODULE BOOTSTRAP TOPIC COUNT, where MODULE is kafkajs or Confluent's client, with its defaults.
const [module_, bootstrap, topic, count] = process.argv.slice(2)
const confluent = module_.includes('confluentinc')
const { Kafka, logLevel } = confluent ? require(module_).KafkaJS : require(module_)

async function main() {
  const kafka = confluent
    ? new Kafka({ kafkaJS: { brokers: [bootstrap] } })
    : new Kafka({ brokers: [bootstrap], logLevel: logLevel.ERROR })
  const group = 'read-' + topic + '-' + process.pid
  // The one asks where to begin as the consumer is made, the other as it subscribes.
  const consumer = kafka.consumer(
    confluent ? { kafkaJS: { groupId: group, fromBeginning: true } } : { groupId: group })
  await consumer.connect()
  await consumer.subscribe({ topics: [topic], ...(confluent ? {} : { fromBeginning: true }) })
  let left = Number(count)
  if (!confluent) {
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      console.error(payload.error.message)
      process.exit(1)
    })
  }
  await consumer.run({
    eachMessage: async ({ partition, message }) => {
      console.log(partition, message.offset, message.key.length, message.value.length)
      left -= 1
      if (left === 0) {
        setImmediate(async () => {
          await consumer.disconnect()
          process.exit(0)
        })
      }
    }
  })
}

main().catch(error => {
  console.error(error.message)
  process.exit(1)
})
