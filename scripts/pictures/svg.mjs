/**
 * The colours of a picture.
 *
 * @typedef {object} Palette
 * @property {string} paper
 * @property {string} ink
 * @property {string} faint text of less importance
 * @property {string} line
 * @property {string} soft the fill of a box
 * @property {string} accent
 * @property {string} onAccent text on the accent
 * @property {string} stop the fill of a box that ends in an error
 */

/** @type {Readonly<Record<'light' | 'dark', Palette>>} */
export const PALETTES = {
  light: {
    paper: '#ffffff',
    ink: '#1f2430',
    faint: '#59606f',
    line: '#9aa3b5',
    soft: '#eef1f8',
    accent: '#3451d1',
    onAccent: '#ffffff',
    stop: '#fbe9e7',
  },
  dark: {
    paper: '#0d1117',
    ink: '#e6e9f0',
    faint: '#a3abbb',
    line: '#687287',
    soft: '#1c2230',
    accent: '#8fa3ff',
    onAccent: '#0d1117',
    stop: '#3b1f22',
  },
}

/** The width of every picture: narrow enough to be read on a phone. */
export const WIDTH = 420

/**
 * A picture, in colours that are named by their place in the palette.
 *
 * @typedef {object} Picture
 * @property {string} name of its files
 * @property {string} title
 * @property {number} height
 * @property {readonly string[]} shapes SVG elements
 */

/**
 * Renders a picture in one palette.
 *
 * @param {Picture} picture
 * @param {Palette} palette
 */
export function renderPicture({ title, height, shapes }, palette) {
  const size = `width="${WIDTH}" height="${height}"`
  const rules = Object.entries(palette).flatMap(([name, color]) => [
    `.fill-${name} { fill: ${color} }`,
    `.line-${name} { stroke: ${color} }`,
  ])
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${WIDTH} ${height}" role="img">
  <title>${escaped(title)}</title>
  <style>
    text { font: 14px system-ui, -apple-system, 'Segoe UI', sans-serif }
    .small { font-size: 13px }
    .bold { font-weight: 600 }
    .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 13px }
    ${rules.join('\n    ')}
  </style>
  <rect ${size} class="fill-paper"/>
  ${shapes.join('\n  ')}
</svg>
`
}

/**
 * @typedef {object} TextStyle
 * @property {keyof Palette} [color] default: `ink`
 * @property {'start' | 'middle' | 'end'} [anchor] default: `start`
 * @property {string} [style] `small`, `bold`, `code`
 */

/**
 * Returns a line of text. `y` is its baseline.
 *
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {TextStyle} [style]
 */
export function text(x, y, text, { color = 'ink', anchor = 'start', style = '' } = {}) {
  const classes = [`fill-${color}`, style].filter(Boolean).join(' ')
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" class="${classes}">${escaped(text)}</text>`
}

/**
 * @typedef {object} BoxStyle
 * @property {keyof Palette} [fill] default: `soft`
 * @property {keyof Palette} [border] default: none
 * @property {boolean} [isDashed]
 */

/**
 * Returns a box with round corners.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {BoxStyle} [style]
 */
export function box(x, y, width, height, { fill = 'soft', border, isDashed = false } = {}) {
  const classes = [`fill-${fill}`, border && `line-${border}`].filter(Boolean).join(' ')
  const dashes = isDashed ? ' stroke-dasharray="5 3"' : ''
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" class="${classes}"${dashes}/>`
}

/**
 * Returns a straight line.
 *
 * @param {readonly [number, number]} from
 * @param {readonly [number, number]} to
 * @param {{ color?: keyof Palette, isDashed?: boolean, width?: number }} [style]
 */
export function line([x1, y1], [x2, y2], { color = 'line', isDashed = false, width = 1.5 } = {}) {
  const stroke = `stroke-width="${width}"${isDashed ? ' stroke-dasharray="4 4"' : ''}`
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" class="line-${color}" ${stroke}/>`
}

/**
 * Returns a horizontal or vertical arrow.
 *
 * @param {readonly [number, number]} from
 * @param {readonly [number, number]} to
 * @param {keyof Palette} [color]
 */
export function arrow(from, to, color = 'line') {
  const [x, y] = to
  const [dx, dy] = [Math.sign(x - from[0]), Math.sign(y - from[1])]
  const corner = (/** @type {number} */ side) => `${x - 8 * dx + 4 * side * dy},${y - 8 * dy + 4 * side * dx}`
  const end = /** @type {const} */ ([x - 6 * dx, y - 6 * dy])
  return [
    line(from, end, { color }),
    `<polygon points="${x},${y} ${corner(1)} ${corner(-1)}" class="fill-${color}"/>`,
  ].join('')
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
