import { arrow, box, text } from './svg.mjs'

const LEFT = { x: 10, width: 226 }
const RIGHT = { x: 276, width: 134 }
const GAP = 34

/**
 * A question; `yes` leads to the result, and `no` to the next question.
 *
 * @typedef {object} Question
 * @property {readonly string[]} lines
 * @property {Result} yes
 */

/** @typedef {{ lines: readonly string[], isError?: true }} Result */

/** @type {readonly Question[]} */
const QUESTIONS = [
  {
    lines: ['Is the account linked to a user,', 'and is another user signed in?'],
    yes: { lines: ['OAuthAccount', 'NotLinked'], isError: true },
  },
  { lines: ['Is the account linked', 'to a user?'], yes: { lines: ['Sign in', 'that user'] } },
  { lines: ['Is a user signed in?'], yes: { lines: ['Link it to', 'that user'] } },
  { lines: ['Does its e-mail address', 'belong to no user yet?'], yes: { lines: ['Create', 'a user'] } },
  {
    lines: ['Is linking by e-mail allowed,', 'and is the address verified by', 'the provider and by you?'],
    yes: { lines: ['Link it to the user', 'with the address'] },
  },
]

/** @type {Result} */
const OTHERWISE = { lines: ['OAuthAccountNotLinked'], isError: true }

/** @type {() => import('./svg.mjs').Picture} */
export function drawAccountLinking() {
  const heading = [
    box(LEFT.x, 12, LEFT.width, 30, { fill: 'accent' }),
    text(centerOf(LEFT), 32, 'A provider names an account', {
      anchor: 'middle',
      style: 'small',
      color: 'onAccent',
    }),
    arrow([centerOf(LEFT), 42], [centerOf(LEFT), 60]),
  ]
  let y = 60
  const questions = QUESTIONS.flatMap(({ lines, yes }) => {
    const height = 16 + 19 * Math.max(2, lines.length)
    const middle = y + height / 2
    const shapes = [
      ...drawBox(LEFT, y, height, lines, { border: 'line', fill: 'paper' }),
      arrow([LEFT.x + LEFT.width, middle], [RIGHT.x, middle]),
      text((LEFT.x + LEFT.width + RIGHT.x) / 2, middle - 7, 'yes', { anchor: 'middle', style: 'small' }),
      ...drawResult(RIGHT, middle - 27, 54, yes),
      arrow([centerOf(LEFT), y + height], [centerOf(LEFT), y + height + GAP]),
      text(centerOf(LEFT) + 10, y + height + 21, 'no', { style: 'small' }),
    ]
    y += height + GAP
    return shapes
  })
  const otherwise = drawResult(LEFT, y, 36, OTHERWISE)
  return {
    name: 'account-linking',
    title: 'Account linking',
    height: y + 50,
    shapes: [...heading, ...questions, ...otherwise],
  }
}

/**
 * @param {{ x: number, width: number }} place
 * @param {number} y
 * @param {number} height
 * @param {Result} result
 */
function drawResult(place, y, height, { lines, isError }) {
  return drawBox(place, y, height, lines, { fill: isError ? 'stop' : 'soft' })
}

/**
 * @param {{ x: number, width: number }} place
 * @param {number} y
 * @param {number} height
 * @param {readonly string[]} lines
 * @param {import('./svg.mjs').BoxStyle} style
 */
function drawBox(place, y, height, lines, style) {
  const top = y + height / 2 - 19 * (lines.length / 2) + 14
  return [
    box(place.x, y, place.width, height, style),
    ...lines.map((label, index) =>
      text(centerOf(place), top + 19 * index, label, { anchor: 'middle', style: 'small' }),
    ),
  ]
}

/** @param {{ x: number, width: number }} place */
function centerOf({ x, width }) {
  return x + width / 2
}
