import { namedColours } from './named-colours.ts'

const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i
const NUMBER = '[-+]?(?:\\d+\\.?\\d*|\\.\\d+)'
const FUNCTION = new RegExp(
  `^(rgb|hsl|oklch|oklab|lab|lch)\\(\\s*(${NUMBER}%?(?:deg)?)(?:\\s*,\\s*|\\s+)(${NUMBER}%?)(?:\\s*,\\s*|\\s+)(${NUMBER}%?(?:deg)?)\\s*\\)$`,
  'i',
)

/**
 * Returns a value if it is a CSS colour without transparency. With transparency, the contrast would
 * depend on the background. Any other value is rejected, because it could end the CSS rule that
 * contains it.
 *
 * @see https://www.w3.org/TR/css-color-4/
 */
export function readColour(value: unknown): string | undefined {
  return typeof value === 'string' && relativeLuminance(value) !== undefined ? value : undefined
}

/**
 * Returns white if it is readable on a colour, otherwise black. One of them always is.
 *
 * @see https://www.w3.org/TR/WCAG22/#contrast-minimum
 */
export function readableOn(colour: string): '#fff' | '#000' {
  return isReadable('#fff', colour) ? '#fff' : '#000'
}

/** Returns whether text in a colour is readable on another colour. */
export function isReadable(text: string, background: string): boolean {
  return contrastBetween(text, background) >= 4.5
}

/**
 * Returns the contrast between two colours, from 1 (the same) to 21 (black and white).
 *
 * @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 */
export function contrastBetween(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((colour) => relativeLuminance(colour) ?? 0)
    .sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/**
 * Returns the relative luminance, from 0 (black) to 1 (white).
 *
 * @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
function relativeLuminance(colour: string): number | undefined {
  const hex = namedColours.get(colour.toLowerCase()) ?? (HEX.test(colour) ? colour.slice(1) : undefined)
  if (hex !== undefined) return hexLuminance(hex)
  const [, space = '', ...parts] = FUNCTION.exec(colour) ?? []
  const luminance = byColourSpace[space.toLowerCase()]?.(parts)
  return luminance === undefined ? undefined : Math.min(1, Math.max(0, luminance))
}

function hexLuminance(hex: string): number {
  const long = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
  return rgbLuminance([0, 2, 4].map((place) => Number.parseInt(long.slice(place, place + 2), 16) / 255))
}

function rgbLuminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const byColourSpace: Readonly<Record<string, (parts: readonly string[]) => number>> = {
  rgb: (parts) => rgbLuminance(parts.map((part) => Math.min(1, Math.max(0, read(part, 255) / 255)))),
  hsl: ([hue = '', saturation = '', lightness = '']) =>
    rgbLuminance(hslToRgb(read(hue, 360), asShare(saturation), asShare(lightness))),
  lab: ([lightness = '']) => labLuminance(read(lightness, 100)),
  lch: ([lightness = '']) => labLuminance(read(lightness, 100)),
  oklab: ([lightness = '', a = '', b = '']) => oklabLuminance(read(lightness, 1), read(a, 0.4), read(b, 0.4)),
  oklch: ([lightness = '', chroma = '', hue = '']) => {
    const angle = (read(hue, 360) * Math.PI) / 180
    return oklabLuminance(
      read(lightness, 1),
      read(chroma, 0.4) * Math.cos(angle),
      read(chroma, 0.4) * Math.sin(angle),
    )
  },
}

/** Reads a number, or a percentage of `whole`. */
function read(part: string, whole: number): number {
  const number = Number.parseFloat(part)
  return part.endsWith('%') ? (number / 100) * whole : number
}

/** Reads a percentage in `hsl()`, whose percent sign is optional. */
function asShare(part: string): number {
  return Math.min(1, Math.max(0, Number.parseFloat(part) / 100))
}

/** @see https://www.w3.org/TR/css-color-4/#hsl-to-rgb */
function hslToRgb(hue: number, saturation: number, lightness: number): number[] {
  const amplitude = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((offset) => {
    const place = (((offset + hue / 30) % 12) + 12) % 12
    return lightness - amplitude * Math.max(-1, Math.min(place - 3, 9 - place, 1))
  })
}

function labLuminance(lightness: number): number {
  return lightness > 8 ? ((lightness + 16) / 116) ** 3 : lightness / 903.3
}

/**
 * Uses the second row of the matrix that converts OKLab to XYZ.
 *
 * @see https://www.w3.org/TR/css-color-4/#color-conversion-code
 */
function oklabLuminance(lightness: number, a: number, b: number): number {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return -0.0405757452 * long + 1.1122868033 * medium - 0.0717110581 * short
}
