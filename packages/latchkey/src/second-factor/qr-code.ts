/** Dots of white around the code. @see ISO/IEC 18004, 6.3.8 */
const QUIET_ZONE = 4

/**
 * Returns a QR code as an SVG element, black on white. Each row is one line, so that it is a third
 * of the size of one with a square for each dot.
 */
export async function drawQrCode(text: string): Promise<string> {
  const { encodeQR } = await import('qr')
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: QUIET_ZONE })
  const size = rows.length
  const path = rows.map(drawRow).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${path}"/></svg>`
  )
}

/** Draws the black dots of a row, which is one high. */
function drawRow(dots: readonly boolean[], row: number): string {
  const runs =
    dots
      .map((dot) => (dot ? '1' : '0'))
      .join('')
      .match(/0+|1+/g) ?? []
  // White at the end needs no stroke.
  if (runs.at(-1)?.startsWith('0')) runs.pop()
  const strokes = runs.map((run) => (run.startsWith('1') ? `h${run.length}` : `m${run.length} 0`))
  return strokes.length > 0 ? `M0 ${row}.5${strokes.join('')}` : ''
}
