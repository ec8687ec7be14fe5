import { watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vitepress'
import { SITE } from './build.ts'
import { readPages, repository } from './pages.ts'
import { stage, stagePage } from './stage.ts'

/**
 * Serves the site on this machine only. A page that changes is shown again at once; a new page
 * needs a new start.
 *
 * @returns its URL
 */
export async function serve(port: number): Promise<string> {
  await stage()
  const server = await createServer(SITE, { host: '127.0.0.1', port })
  await server.listen()
  const pages = new Map(readPages().map((page) => [page.source, page]))
  watch(join(repository, 'docs'), { recursive: true }, async (_, file) => {
    const page = pages.get(`docs/${file?.replaceAll('\\', '/')}`)
    // A file that was deleted is gone with the next start.
    if (page !== undefined) await stagePage(page).catch(() => undefined)
  })
  return server.resolvedUrls?.local[0] ?? `http://127.0.0.1:${port}/`
}
