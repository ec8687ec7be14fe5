import { arrow, box, text } from './svg.mjs'

const ITEM = { width: 186, height: 30, gap: 16 }
const COLUMNS = [12, 222]
const TOP = 128

/**
 * A callback, an event, or what Latchkey does between them.
 *
 * @typedef {object} Item
 * @property {'callback' | 'event' | 'step'} type
 * @property {string} name
 * @property {boolean} [isJwt] only with the strategy `jwt`
 */

/** @typedef {{ title: string, items: readonly Item[] }} Group */

/** @type {Item} */
const JWT = { type: 'callback', name: 'jwt', isJwt: true }
/** @type {Item} */
const SESSION = { type: 'callback', name: 'session' }
/** @type {Item} */
const SESSION_EVENT = { type: 'event', name: 'session' }

/** @type {readonly (readonly Group[])[]} */
const GROUPS = [
  [
    {
      title: 'Sign-in with OAuth',
      items: [
        { type: 'callback', name: 'redirect' },
        { type: 'step', name: 'the user is verified' },
        { type: 'callback', name: 'signIn' },
        { type: 'step', name: 'user found or created' },
        { type: 'event', name: 'createUser' },
        { type: 'event', name: 'linkAccount' },
        JWT,
        { type: 'step', name: 'session cookie set' },
        { type: 'event', name: 'signIn' },
      ],
    },
  ],
  [
    { title: 'Read the session', items: [JWT, SESSION, SESSION_EVENT] },
    { title: 'Update', items: [JWT, SESSION, SESSION_EVENT] },
    {
      title: 'Sign-out',
      items: [
        { type: 'event', name: 'signOut' },
        { type: 'callback', name: 'redirect' },
      ],
    },
  ],
]

/** @type {() => import('./svg.mjs').Picture} */
export function drawCallbackOrder() {
  let bottom = 0
  const columns = GROUPS.map((groups, column) => {
    let y = TOP
    return groups.flatMap(({ title, items }) => {
      const x = COLUMNS[column] ?? 0
      const shapes = [text(x, y + 16, title, { style: 'bold' }), ...drawItems(items, x, y + 28)]
      y += 28 + items.length * (ITEM.height + ITEM.gap) + 10
      bottom = Math.max(bottom, y)
      return shapes
    })
  })
  return {
    name: 'callback-order',
    title: 'Order of callbacks and events',
    height: bottom - 12,
    shapes: [...drawLegend(), ...columns.flat()],
  }
}

/**
 * @param {readonly Item[]} items
 * @param {number} x
 * @param {number} y
 */
function drawItems(items, x, y) {
  const step = ITEM.height + ITEM.gap
  const center = x + ITEM.width / 2
  return items.flatMap((item, index) => [
    ...(index === 0 ? [] : [arrow([center, y + index * step - ITEM.gap], [center, y + index * step])]),
    drawItem(item, x, y + index * step),
  ])
}

/**
 * @param {Item} item
 * @param {number} x
 * @param {number} y
 */
function drawItem({ type, name, isJwt = false }, x, y) {
  const label = type === 'event' ? `events.${name}` : name
  const center = x + ITEM.width / 2
  /** @type {import('./svg.mjs').TextStyle} */
  const style = { anchor: 'middle', style: type === 'step' ? 'small' : 'code' }
  if (type === 'step') return text(center, y + 20, label, { ...style, color: 'faint' })
  const isCallback = type === 'callback'
  /** @type {import('./svg.mjs').BoxStyle} */
  const outline = isJwt ? { fill: 'paper', border: 'accent', isDashed: true } : { border: 'line' }
  return [
    box(x, y, ITEM.width, ITEM.height, isCallback && !isJwt ? { fill: 'accent' } : outline),
    text(center, y + 20, label, { ...style, color: isCallback && !isJwt ? 'onAccent' : 'ink' }),
  ].join('')
}

function drawLegend() {
  const entries = [
    { label: 'callback: its result counts', style: { fill: /** @type {const} */ ('accent') } },
    {
      label: 'callback, only with the strategy jwt',
      style: {
        fill: /** @type {const} */ ('paper'),
        border: /** @type {const} */ ('accent'),
        isDashed: true,
      },
    },
    { label: 'event: its result is ignored', style: { border: /** @type {const} */ ('line') } },
  ]
  return entries.flatMap(({ label, style }, index) => [
    box(12, 14 + 30 * index, 36, 20, style),
    text(60, 29 + 30 * index, label, { style: 'small' }),
  ])
}
