import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readableOn, readColour } from './colour.ts'
import { namedColours } from './named-colours.ts'

describe('a colour', () => {
  it.each([
    '#fff',
    '#3451D1',
    'RebeccaPurple',
    'rgb(1 2 3)',
    'rgb(1, 2, 3)',
    'hsl(210deg 40% 50%)',
    'hsl(210, 40%, 50%)',
    'oklch(0.7 0.1 200)',
    'lab(50% -20 30)',
  ])('can be %s', (colour) => {
    expect(readColour(colour)).toBe(colour)
  })

  it.each([
    '',
    '#ffff',
    '#12345',
    'bluue',
    'transparent',
    'currentcolor',
    'rgb(1 2 3 / 50%)',
    '#12345678',
    'rgb(1 2)',
    'red}',
    'var(--x)',
    'url(x)',
    'constructor',
    7,
    undefined,
  ])('cannot be %j, which is invalid or transparent', (colour) => {
    expect(readColour(colour)).toBeUndefined()
  })

  it('can have any name that CSS defines', () => {
    expect(namedColours.size).toBe(148)
  })
})

describe('the text colour', () => {
  it.each([
    ['#ffff00', '#000'],
    ['yellow', '#000'],
    ['white', '#000'],
    ['black', '#fff'],
    ['#3451d1', '#fff'],
    ['rgb(255 255 0)', '#000'],
    ['rgb(100% 100% 0%)', '#000'],
    ['hsl(60 100% 50%)', '#000'],
    ['hsl(240, 100%, 40%)', '#fff'],
    ['lab(97.6 -15.8 93.4)', '#000'],
    ['lch(29.6% 131 301)', '#fff'],
    ['oklch(0.968 0.211 109.8)', '#000'],
    ['oklch(45.2% 0.313 264)', '#fff'],
    ['oklab(0.45 -0.03 -0.31)', '#fff'],
  ])('on %s is %s', (brand, text) => {
    expect(readableOn(brand)).toBe(text)
  })

  it('has a contrast of at least 4.5:1 on every colour', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(channel, channel, channel, (...rgb) => {
        const hex = `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`
        expect(contrast(readableOn(hex) === '#fff' ? 1 : 0, luminance(rgb))).toBeGreaterThanOrEqual(4.5)
        expect(readableOn(`rgb(${rgb.join(' ')})`)).toBe(readableOn(hex))
      }),
    )
  })
})

/** Implements the WCAG formula without the library's code. */
function luminance(rgb: readonly number[]): number {
  const linear = rgb
    .map((value) => value / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return (linear[0] ?? 0) * 0.2126 + (linear[1] ?? 0) * 0.7152 + (linear[2] ?? 0) * 0.0722
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
