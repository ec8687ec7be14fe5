import { arrow, box, line, text, WIDTH } from './svg.mjs'

/** The x of each lane. */
const LANES = { browser: 56, application: 210, provider: 364 }
const TOP = 52

/** @typedef {keyof typeof LANES} Lane */
/** @typedef {{ from: Lane, to: Lane, lines: readonly string[] }} Message */
/** @typedef {{ at: Lane, lines: readonly string[] }} Note what happens in a lane */

/** @type {readonly (Message | Note)[]} */
const STEPS = [
  { from: 'browser', to: 'application', lines: ['POST /signin/google'] },
  { at: 'application', lines: ['creates state, code verifier', 'and nonce'] },
  { from: 'application', to: 'browser', lines: ['302 to the provider, with a transaction cookie'] },
  { from: 'browser', to: 'provider', lines: ['state, code challenge, nonce'] },
  { at: 'provider', lines: ['the user', 'signs in'] },
  { from: 'provider', to: 'browser', lines: ['302 to the callback URL: code, state'] },
  { from: 'browser', to: 'application', lines: ['GET /callback/google, with the cookie'] },
  { at: 'application', lines: ['compares the state,', 'uses the transaction up'] },
  { from: 'application', to: 'provider', lines: ['code, code verifier, client secret'] },
  { from: 'provider', to: 'application', lines: ['access token, ID token'] },
  {
    at: 'application',
    lines: ['verifies the ID token, calls signIn,', 'finds the user, starts the session'],
  },
  { from: 'application', to: 'browser', lines: ['302 to your page, with the session cookie'] },
]

/** @type {() => import('./svg.mjs').Picture} */
export function drawSignInFlow() {
  /** @type {string[]} */
  const shapes = []
  let y = TOP
  for (const step of STEPS) {
    shapes.push(...('at' in step ? drawNote(step, y) : drawMessage(step, y)))
    y += 'at' in step ? 30 + 18 * step.lines.length : 48
  }
  const lanes = Object.values(LANES).map((x) => line([x, 40], [x, y + 4], { isDashed: true }))
  const heads = Object.entries(LANES).flatMap(([name, x]) => [
    box(x - 48, 12, 96, 30),
    text(x, 32, name[0]?.toUpperCase() + name.slice(1), { anchor: 'middle', style: 'bold' }),
  ])
  return {
    name: 'sign-in-flow',
    title: 'Sign-in with a provider',
    height: y + 16,
    shapes: [...lanes, ...heads, ...shapes],
  }
}

/**
 * @param {Message} message
 * @param {number} y
 */
function drawMessage({ from, to, lines: [label = ''] }, y) {
  const [start, end] = [LANES[from], LANES[to]]
  const center = clamp((start + end) / 2, label.length * 3.5 + 6)
  const width = label.length * 7 + 4
  return [
    // Hides the lanes behind the text.
    `<rect x="${center - width / 2}" y="${y + 6}" width="${width}" height="18" class="fill-paper"/>`,
    text(center, y + 20, label, { anchor: 'middle', style: 'small' }),
    arrow([start, y + 34], [end, y + 34], 'accent'),
  ]
}

/**
 * @param {Note} note
 * @param {number} y
 */
function drawNote({ at, lines }, y) {
  const width = Math.max(...lines.map((label) => label.length)) * 6.8 + 20
  const center = clamp(LANES[at], width / 2 + 6)
  return [
    box(center - width / 2, y + 10, width, 14 + 18 * lines.length, { border: 'line' }),
    ...lines.map((label, index) =>
      text(center, y + 30 + 18 * index, label, { anchor: 'middle', style: 'small', color: 'faint' }),
    ),
  ]
}

/**
 * Keeps something of a half width inside the picture.
 *
 * @param {number} center
 * @param {number} half
 */
function clamp(center, half) {
  return Math.min(Math.max(center, half), WIDTH - half)
}
