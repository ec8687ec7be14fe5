import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import type { Figures } from './measure.ts'
import type { Row } from './parts/processes.ts'
import { nameOf } from './subjects/subject.ts'

/** A part of the report, with the figures that were measured in this run. */
export interface Section {
  readonly title: string
  /** What is measured, and how the libraries are set up. */
  readonly about: string
  readonly lines: readonly string[]
  /** For the picture: how much of the CPU one call takes, by library. */
  readonly bars?: readonly Bar[]
}

export interface Bar {
  readonly label: string
  readonly value: number
}

/** Calls side by side: with the ratio to ours, which is what travels from machine to machine. */
export function callsTable(figures: readonly Figures[]): string[] {
  const own = figures.find(({ subject }) => subject.library === 'latchkey')?.cpu ?? Number.NaN
  return table(
    ['', 'CPU per call, µs', 'lowest to highest round', 'p50, µs', 'of ours'],
    figures.map(({ subject, cpu, range: [lowest, highest], p50 }) => [
      nameOf(subject),
      round(cpu),
      `${round(lowest)} – ${round(highest)}`,
      round(p50),
      subject.library === 'latchkey' && subject.variant === undefined
        ? ''
        : `${(cpu / own).toPrecision(cpu / own < 10 ? 2 : 3)} ×`,
    ]),
  )
}

/** Rows of figures by library. */
export function rowsTable(rows: readonly Row[]): string[] {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'library' && name !== 'variant')
  return table(
    ['', ...columns],
    rows.map((row) => [nameOf(row), ...columns.map((column) => format(row[column]))]),
  )
}

/** What becomes of a session check when something grows. */
export function growthTable(
  pairs: readonly { readonly title: string; readonly small: Figures; readonly large: Figures }[],
): string[] {
  return table(
    ['', '', 'before, µs', 'after, µs', 'change'],
    pairs.map(({ title, small, large }) => [
      title,
      nameOf(small.subject),
      withRange(small.cpu, small.range),
      withRange(large.cpu, large.range),
      `${large.cpu >= small.cpu ? '+' : ''}${Math.round((large.cpu / small.cpu - 1) * 100)} %`,
    ]),
  )
}

export function barsOf(figures: readonly Figures[]): Bar[] {
  return figures.map(({ subject, cpu }) => ({ label: nameOf(subject), value: cpu }))
}

/** The page of one run. */
export function renderReport(sections: readonly Section[]): string {
  return `# Benchmarks

Made by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}. ${versions()}.

Everything here was measured in one run, each part in a process of its own. What is timed is timed side by side: in rounds, the libraries in another order in each; the figure is the median, and beside
it stand the lowest and the highest round. Each call gave the right answer before it was timed. **Ratios are what travels to other machines; times do not.** CPU per call is what a server pays, with 64 calls under way at once; p50 is the time of one call after
the other. All libraries are in production, without logs, with a secret in the configuration; passwords are compared as they are, and GitHub is a
function in the place of \`fetch\`, so that what is measured is the library. How each is set up is in \`bench/subjects\`.
Where our time goes, and what was left as it is: [decisions/0016](decisions/0016-optimize-only-the-session-check.md).

${sections.map(({ title, about, lines }) => `## ${title}\n\n${about}\n\n${lines.join('\n')}`).join('\n\n')}
`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line)]
}

function format(value: number | string | undefined): string {
  if (typeof value === 'number') return Number.isNaN(value) ? 'not measured' : round(value)
  return value ?? ''
}

/** A median with the lowest and the highest of the rounds. */
export function withRange(middle: number, [lowest, highest]: readonly [number, number]): string {
  return `${round(middle)} (${round(lowest)} – ${round(highest)})`
}

function round(value: number): string {
  if (value >= 1000 || Number.isInteger(value)) return Math.round(value).toLocaleString('en')
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(value < 10 ? 2 : 3)
}

function machine(): string {
  const [{ model } = { model: 'unknown processor' }] = cpus()
  return `${cpus().length} cores (${model.trim()}), ${process.platform} ${process.arch}, Node.js ${process.versions.node}`
}

function versions(): string {
  const require = createRequire(import.meta.url)
  const names = [
    '@auth/core',
    'next-auth',
    'better-auth',
    'iron-session',
    'jose',
    '@hono/node-server',
    'autocannon',
    'vite',
    '@typescript/native',
  ]
  return names.map((name) => `${name} ${versionOf(require, name)}`).join(', ')
}

function versionOf(require: NodeJS.Require, name: string): string {
  const [folder] = require.resolve.paths(name)?.filter((path) => exists(`${path}/${name}/package.json`)) ?? []
  return (JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8')) as { version: string }).version
}

function exists(file: string): boolean {
  try {
    readFileSync(file)
    return true
  } catch {
    return false
  }
}
