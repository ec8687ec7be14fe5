import { asFunction, overHttp } from '../parts/session.ts'
import { toName } from '../subjects/subject.ts'

// Measures how much memory one call allocates, by the growth of the heap without garbage
// collection. Arguments: the part, and the name of the subject in it.

const CALLS = 400
const ROUNDS = 9

const [, , part = '', name = ''] = process.argv
const PARTS = { asFunction, overHttp }
const subject = (await PARTS[part as keyof typeof PARTS]()).find((one) => toName(one) === name)
if (subject === undefined) throw new Error(`There is no subject "${name}" in ${part}.`)
const collect = globalThis.gc
if (collect === undefined) throw new Error('Run Node.js with --expose-gc.')

await subject.check(await subject.run())
for (let warm = 0; warm < 5_000; warm++) await subject.run()
const perCall: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  collect()
  const before = process.memoryUsage().heapUsed
  for (let call = 0; call < CALLS; call++) await subject.run()
  perCall.push((process.memoryUsage().heapUsed - before) / CALLS)
}
console.log(JSON.stringify({ bytes: perCall.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] }))
process.exit()
