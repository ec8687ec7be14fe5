import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawAccountLinking } from './pictures/account-linking.mjs'
import { drawCallbackOrder } from './pictures/callback-order.mjs'
import { drawSessionLifetime } from './pictures/session-lifetime.mjs'
import { drawSignInFlow } from './pictures/sign-in-flow.mjs'
import { PALETTES, renderPicture } from './pictures/svg.mjs'
import { isMain, root } from './workspace.mjs'

/**
 * Draws the pictures of `docs/concepts`, each in light and in dark colours.
 *
 * @returns {{ file: string, svg: string }[]} with paths relative to the repository
 */
export function drawPictures() {
  const pictures = [drawSignInFlow(), drawSessionLifetime(), drawCallbackOrder(), drawAccountLinking()]
  return pictures.flatMap((picture) =>
    Object.entries(PALETTES).map(([mode, palette]) => ({
      file: join('docs', 'concepts', `${picture.name}-${mode}.svg`),
      svg: renderPicture(picture, palette),
    })),
  )
}

/** `npm run pictures` */
if (isMain(import.meta.url)) {
  for (const { file, svg } of drawPictures()) {
    writeFileSync(join(root, file), svg)
    console.log(file)
  }
}
