import { startCoverage } from './coverage.mjs'
import { FLOWS, loadLibrary } from './walk-flows.mjs'
import { COPY, loadSources } from './walk-hooks.mjs'
import { MEASURED_SOURCES } from './walk-sources.mjs'

/**
 * Writes the functions that a flow enters, as JSON. They are counted in a second copy of the
 * library, because the earlier requests of a flow must not count. The flow runs there twice: what
 * happens once per process, such as deriving keys and discovering a provider's endpoints, is no
 * part of a walk.
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
  const measured = await loadLibrary({ isCopy: true })
  await (await flow({ before, measured }))()
  const call = await flow({ before, measured })
  await coverage.take()
  await call()
  const entered = (await coverage.take())
    .filter(({ url }) => url.endsWith(COPY))
    .map(({ url, starts }) => ({ file: url.slice(MEASURED_SOURCES.length, -COPY.length), starts }))
  process.stdout.write(JSON.stringify(entered))
}

await main(process.argv[2] ?? '')
