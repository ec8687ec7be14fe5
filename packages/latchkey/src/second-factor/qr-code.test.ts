import { encodeQR } from 'qr'
import { expect, it } from 'vitest'
import { drawQrCode } from './qr-code.ts'

const TEXT =
  'otpauth://totp/My%20App:ann%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=My%20App'

it('draws every dot of the QR code, on white', async () => {
  const svg = await drawQrCode(TEXT)
  const rows = encodeQR(TEXT, 'raw', { ecc: 'low', border: 4 })
  expect(readDots(svg, rows.length)).toEqual(rows)
  expect(svg).toMatch(/^<svg [^>]*><path fill="#fff" [^>]*><path stroke="#000" d="[Mhm\d. ]+"\/><\/svg>$/)
  expect(svg.length).toBeLessThan(5000)
})

/** Follows the strokes as a browser does. */
function readDots(svg: string, size: number): boolean[][] {
  const dots = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const path = /stroke="#000" d="([^"]*)"/.exec(svg)?.[1] ?? ''
  let [x, y] = [0, 0]
  for (const [, command, first = '', second = ''] of path.matchAll(/([Mmh])([\d.]+)(?: ([\d.]+))?/g)) {
    if (command === 'M') [x, y] = [Number(first), Number(second) - 0.5]
    else {
      if (command === 'h') dots[y]?.fill(true, x, x + Number(first))
      x += Number(first)
    }
  }
  return dots
}
