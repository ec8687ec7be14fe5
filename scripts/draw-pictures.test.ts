import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { drawPictures } from './draw-pictures.mjs'
import { root } from './workspace.mjs'

it.each(drawPictures())('$file is up to date; if not, run `npm run pictures`', ({ file, svg }) => {
  expect(readFileSync(join(root, file), 'utf8')).toBe(svg)
})
