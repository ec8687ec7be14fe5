import { PARTS } from '../plan.ts'

// Measures one part, and prints the result as JSON in the last line. Argument: the name of the
// part.

const [, , name = ''] = process.argv
console.log(JSON.stringify(await PARTS[name]?.()))
// Libraries may leave timers or handles that keep the process running.
process.exit()
