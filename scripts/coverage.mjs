import { Session } from 'node:inspector/promises'

/**
 * Where the functions of a module begin that were entered, as offsets into the code that runs.
 *
 * @typedef {{ url: string, starts: number[] }} EnteredModule
 */

/**
 * Makes V8 count the functions that this process enters. Start it before the modules are loaded: V8
 * may miss functions that ran earlier.
 *
 * @returns {Promise<{ take: () => Promise<EnteredModule[]> }>} `take` returns what was entered
 *   since the last call of it, in the order in which the modules were loaded
 */
export async function startCoverage() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    take: async () => {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      return result.map(enteredIn).filter(({ starts }) => starts.length > 0)
    },
  }
}

/**
 * @param {import('node:inspector').Profiler.ScriptCoverage} script
 * @returns {EnteredModule}
 */
function enteredIn({ url, functions }) {
  const starts = functions.flatMap(({ functionName, ranges: [range] }) => {
    const isModule = functionName === '' && range?.startOffset === 0
    return range?.count && !isModule ? [range.startOffset] : []
  })
  return { url, starts }
}
