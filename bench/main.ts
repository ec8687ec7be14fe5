import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderChart } from './chart.ts'
import { runChild } from './child.ts'
import { PARTS } from './plan.ts'
import { renderReport, type Section } from './report.ts'

const DOCS = fileURLToPath(new URL('../docs/assurance/', import.meta.url))

/**
 * Runs the benchmarks, prints each part when it is finished, and writes the page after a run of all
 * parts.
 */
async function main(names: readonly string[]): Promise<void> {
  const chosen = names.length > 0 ? names : Object.keys(PARTS)
  const unknown = chosen.find((name) => PARTS[name] === undefined)
  if (unknown !== undefined)
    throw new Error(`There is no part "${unknown}". Choose from: ${Object.keys(PARTS).join(', ')}`)
  const sections: Record<string, Section> = {}
  for (const [index, name] of chosen.entries()) {
    console.log(`\n[${index + 1} of ${chosen.length}] ${name} …`)
    // In a separate process, so that one part does not affect the next.
    const section = await runChild<Section>('children/part.ts', [name])
    sections[name] = section
    console.log(`\n${section.title}\n${section.lines.join('\n')}`)
  }
  if (names.length > 0)
    return console.log('\nThe page was not written, because it requires a run of all parts.')
  writeFileSync(`${DOCS}benchmarks.md`, renderReport(Object.values(sections)))
  const bars = sections.session?.bars ?? []
  writeFileSync(`${DOCS}benchmarks.svg`, renderChart('CPU of a session check over HTTP', bars))
  console.log('\nWrote docs/assurance/benchmarks.md and docs/assurance/benchmarks.svg')
}

// For all child processes.
process.env.NODE_ENV = 'production'
await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(`\n${error.message}`)
  process.exitCode = 1
})
