import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { type AuthConfig, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import nodemailer from 'latchkey/mail/nodemailer'
import GitHub from 'latchkey/providers/github'
import Google from 'latchkey/providers/google'
import Nodemailer from 'latchkey/providers/nodemailer'
import Password from 'latchkey/providers/password'
import { chromium } from 'playwright-core'

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const client = { clientId: 'pictures', clientSecret: 'pictures' }

const config: AuthConfig = {
  secret: 'a secret for pictures, which protects nothing',
  trustHost: true,
  adapter: memory(),
  session: { strategy: 'jwt' },
  providers: [Google(client), GitHub(client), Nodemailer(), Password()],
  mail: nodemailer({ server: 'smtp://localhost', from: 'no-reply@example.com' }),
  theme: { name: 'Example' },
}

/** Serves the built-in pages on a free port. @returns the URL of the sign-in page */
async function serve(): Promise<{ url: string; close: () => void }> {
  const auth = createAuth(config)
  const server = createServer(async ({ url = '/', headers }, outgoing) => {
    const response = await auth.handle(new Request(`http://${headers.host}${url}`))
    outgoing.writeHead(response.status, [...response.headers].flat())
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/auth/signin`, close: () => server.close() }
}

/** Takes the pictures of the sign-in page that the README shows. */
async function main(): Promise<void> {
  const site = await serve()
  const server = await launchBrowser()
  const browser = await chromium.connect(server.wsEndpoint())
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({
      colorScheme,
      viewport: { width: 480, height: 100 },
      deviceScaleFactor: 2,
    })
    await page.goto(site.url)
    await page.screenshot({ path: `${FOLDER}sign-in-${colorScheme}.png`, fullPage: true })
  }
  await browser.close()
  await server.close()
  site.close()
}

await main()
