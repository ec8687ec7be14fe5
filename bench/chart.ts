import type { Bar } from './report.ts'

const WIDTH = 720
const LABELS = 270
const LINE = 30
const DARK = 'text { fill: #e6e9f0 } .own { fill: #8fa3ff } .other { fill: #5d6678 }'

/**
 * Renders an SVG bar chart of the cost of one call, the shortest bar first, for light and dark
 * mode.
 */
export function renderChart(title: string, bars: readonly Bar[]): string {
  const sorted = [...bars].sort((a, b) => a.value - b.value)
  const max = sorted.at(-1)?.value ?? 1
  const reference = sorted.find(({ label }) => label === 'latchkey')?.value ?? 1
  const lines = sorted.map(({ label, value }, index) => {
    const color = label.startsWith('latchkey') ? 'own' : 'other'
    const y = 44 + index * LINE
    const width = Math.max(2, (value / max) * (WIDTH - LABELS - 110))
    const ratio =
      label === 'latchkey' ? '1' : `${(value / reference).toFixed(value / reference < 10 ? 1 : 0)} ×`
    return `  <text x="${LABELS - 10}" y="${y + 15}" text-anchor="end">${escaped(label)}</text>
  <rect x="${LABELS}" y="${y}" width="${width.toFixed(1)}" height="20" rx="3" class="${color}"/>
  <text x="${(LABELS + width + 8).toFixed(1)}" y="${y + 15}">${ratio}</text>`
  })
  const height = 56 + sorted.length * LINE
  const viewBox = `0 0 ${WIDTH} ${height}`
  const label = escaped(title)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" role="img" aria-label="${label}">
  <style>
    text { font: 14px system-ui, sans-serif; fill: #1f2430 }
    .own { fill: #3451d1 } .other { fill: #9aa3b5 }
    @media (prefers-color-scheme: dark) { ${DARK} }
  </style>
  <text x="${LABELS}" y="24" font-weight="600">${label}</text>
${lines.join('\n')}
</svg>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
