import { PARTS } from '../plan.ts'

// Measures one part, and tells it as JSON in the last line. Argument: its name.

const [, , name = ''] = process.argv
console.log(JSON.stringify(await PARTS[name]?.()))
// What the libraries leave running would keep it from ending.
process.exit()
