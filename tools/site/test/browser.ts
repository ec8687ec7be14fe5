import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, test as base, expect, inject } from 'vitest'

/** The folder with the built site. */
export const folder = inject('site')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
}

const browser = await chromium.connect(inject('browser'))
/** The server knows nothing of the site: it sends files, and `404.html` for unknown paths. */
const server = createServer(async ({ url = '/' }, response) => {
  // `/` and `/a/b/` are the same folder.
  const path = decodeURI(url.split('?')[0] ?? '').replace(/^\/a\/b\//, '/')
  const file = path.endsWith('/') ? `${path}index.html` : path
  const body = await readFile(join(folder, file)).catch(() => undefined)
  const type = body === undefined ? 'text/html' : (TYPES[extname(file)] ?? 'application/octet-stream')
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': type })
  response.end(body ?? (await readFile(join(folder, '404.html'))))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

afterAll(async () => {
  await browser.close()
  server.close()
})

/** The two places from which the site is served. */
export const places = [
  { place: 'at the root', root: `${origin}/` },
  { place: 'in a folder', root: `${origin}/a/b/` },
] as const

/**
 * A test with `open`, which opens a page of the site, and fails for errors of scripts, files that
 * are missing, and requests to other servers.
 */
export const test = base.extend('open', async ({ task: _task }, { onCleanup }) => {
  const problems: string[] = []
  const close: (() => Promise<void>)[] = []
  onCleanup(async () => {
    for (const end of close) await end()
    expect(problems).toEqual([])
  })
  return async (url: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: places[1].root, ...options })
    close.push(() => context.close())
    context.setDefaultTimeout(10_000)
    await context.route('**/*', (route) => {
      if (route.request().url().startsWith(origin)) return route.continue()
      problems.push(`request to ${route.request().url()}`)
      return route.abort()
    })
    const page = await context.newPage()
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
    page.on('response', (response) => {
      if (response.status() >= 400 && !response.url().includes('unknown'))
        problems.push(`${response.status()} for ${response.url()}`)
    })
    if (url !== '') await page.goto(new URL(url, places[1].root).href, { waitUntil: 'networkidle' })
    return page
  }
})
