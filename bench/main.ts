import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderChart } from './chart.ts'
import { runChild } from './child.ts'
import { PARTS } from './plan.ts'
import { renderReport, type Section } from './report.ts'

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url))

/** Measures, tells each part as soon as it is there, and writes the page when all were measured. */
async function main(names: readonly string[]): Promise<void> {
  const chosen = names.length > 0 ? names : Object.keys(PARTS)
  const unknown = chosen.find((name) => PARTS[name] === undefined)
  if (unknown !== undefined)
    throw new Error(`There is no part "${unknown}". Choose from: ${Object.keys(PARTS).join(', ')}`)
  const sections: Record<string, Section> = {}
  for (const [index, name] of chosen.entries()) {
    console.log(`\n[${index + 1} of ${chosen.length}] ${name} …`)
    // In a process of its own: what one part leaves behind is no burden to the next.
    const section = await runChild<Section>('children/part.ts', [name])
    sections[name] = section
    console.log(`\n${section.title}\n${section.lines.join('\n')}`)
  }
  if (names.length > 0) return console.log('\nNothing was written: the page is of one run of all parts.')
  writeFileSync(`${DOCS}benchmarks.md`, renderReport(Object.values(sections)))
  const bars = sections.session?.bars ?? []
  writeFileSync(`${DOCS}benchmarks.svg`, renderChart('CPU of a session check over HTTP', bars))
  console.log('\nWritten: docs/benchmarks.md and docs/benchmarks.svg')
}

// For all processes that it starts.
process.env.NODE_ENV = 'production'
await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(`\n${error.message}`)
  process.exitCode = 1
})
