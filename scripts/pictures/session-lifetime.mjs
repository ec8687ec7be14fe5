import { arrow, box, line, text } from './svg.mjs'

const LEFT = 20
/** @type {Readonly<Record<number, string>>} */
const LABELS = { 0: 'sign-in', 50: 'day 50' }
/** Pixels of a day. */
const DAY = 7.2

/**
 * One session: its reads, and the times at which it would expire.
 *
 * @typedef {object} Row
 * @property {string} title
 * @property {readonly { day: number, label: string }[]} reads
 * @property {readonly { from: number, to: number, isLast?: true }[]} bars
 * @property {string} end
 */

/** @type {readonly Row[]} */
const ROWS = [
  {
    title: 'Never read again',
    reads: [],
    bars: [{ from: 0, to: 30, isLast: true }],
    end: 'ends on day 30: maxAge',
  },
  {
    title: 'Read on day 20',
    reads: [{ day: 20, label: 'older than updateAge: renewed' }],
    bars: [
      { from: 0, to: 30 },
      { from: 20, to: 50, isLast: true },
    ],
    end: 'ends on day 50',
  },
  {
    title: 'Read on day 20, with absoluteMaxAge of 40 days',
    reads: [{ day: 20, label: 'renewed, but only until day 40' }],
    bars: [
      { from: 0, to: 30 },
      { from: 20, to: 40, isLast: true },
    ],
    end: 'ends on day 40',
  },
]

/** @type {() => import('./svg.mjs').Picture} */
export function drawSessionLifetime() {
  /** @type {string[]} */
  const shapes = []
  let y = 8
  for (const row of ROWS) {
    shapes.push(...drawRow(row, y))
    y += 62 + 26 * row.bars.length + 20 * row.reads.length
  }
  const days = [0, 10, 20, 30, 40, 50]
  const axis = [
    arrow([LEFT, y + 6], [LEFT + 53 * DAY, y + 6]),
    ...days.flatMap((day) => [
      line([xOf(day), y + 2], [xOf(day), y + 10]),
      text(xOf(day), y + 28, LABELS[day] ?? `${day}`, {
        anchor: day === 0 ? 'start' : 'middle',
        style: 'small',
        color: 'faint',
      }),
    ]),
  ]
  return {
    name: 'session-lifetime',
    title: 'Lifetime of a session',
    height: y + 40,
    shapes: [...shapes, ...axis],
  }
}

/**
 * @param {Row} row
 * @param {number} y
 */
function drawRow({ title, reads, bars, end }, y) {
  const labels = reads.map(({ day, label }) => [
    text(xOf(day) - 6, y + 42, label, { style: 'small', color: 'faint' }),
    line([xOf(day), y + 48], [xOf(day), y + 50 + 26 * bars.length], { color: 'accent' }),
  ])
  const top = y + 32 + 20 * reads.length
  const last = bars.at(-1)
  return [
    text(LEFT, y + 20, title, { style: 'bold' }),
    ...bars.map(({ from, to, isLast }, index) =>
      box(xOf(from), top + 26 * index, (to - from) * DAY, 18, { fill: isLast ? 'accent' : 'line' }),
    ),
    ...labels.flat(),
    text(xOf(last?.to ?? 0), top + 26 * bars.length + 10, end, { anchor: 'end', style: 'small' }),
  ]
}

/** @param {number} day */
function xOf(day) {
  return LEFT + day * DAY
}
