import { startCoverage } from './coverage.mjs'
import { FLOWS, loadLibrary } from './walk-flows.mjs'
import { COPY, loadSources, SOURCES } from './walk-hooks.mjs'

/**
 * Runs a flow twice and writes the functions that the second run entered, as JSON. The second run
 * uses a copy of the library that was loaded but has handled no request.
 *
 * @param {string} name
 */
async function main(name) {
  const flow = FLOWS[name]
  if (flow === undefined) throw new Error(`There is no walk "${name}".`)
  const coverage = await startCoverage()
  const loaded = loadSources()
  const before = await loadLibrary({ isCopy: false })
  await (await flow({ before, measured: before }))()
  // Includes the modules that the library loads on demand: to import a module runs functions too.
  for (const url of [...loaded]) await import(url + COPY)
  const call = await flow({ before, measured: await loadLibrary({ isCopy: true }) })
  await coverage.take()
  await call()
  const entered = (await coverage.take())
    .filter(({ url }) => url.endsWith(COPY))
    .map(({ url, starts }) => ({ file: url.slice(SOURCES.length, -COPY.length), starts }))
  process.stdout.write(JSON.stringify(entered))
}

await main(process.argv[2] ?? '')
