import { build } from './build.ts'
import { serve } from './serve.ts'

/** `main.ts build FOLDER` or `main.ts serve PORT`; `tools/docs/docs.mjs` checks the arguments. */
async function main([command, value = '']: readonly string[]): Promise<void> {
  if (command === 'build') console.log(`Built ${await build(value)} pages in ${value}`)
  else console.log(`\nThe documentation is at ${await serve(Number(value))}\nStop it with Ctrl-C.`)
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
