import type { FRAMEWORKS } from '@latchkey/test-support/applications/frameworks.ts'
import { open, press, signInAtProvider } from '@latchkey/test-support/browser/steps.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { openRaw, pathsWith, spellings } from '@latchkey/test-support/kit/spellings.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startQuickstart } from './application.ts'

const PAGE = 'docs/guides/protect-a-page.md'

/** Pages that check no session: the proxy, hook or middleware of the page does. */
const UNCHECKED = {
  next: {
    path: 'app/orders/unchecked/page.tsx',
    content: 'export default function Unchecked() { return <p>for members only</p> }',
  },
  sveltekit: { path: 'src/routes/orders/unchecked/+page.svelte', content: '<p>for members only</p>' },
  'solid-start': {
    path: 'src/routes/orders/unchecked.ts',
    content: "export const GET = () => new Response('for members only')",
  },
}

const APPLICATIONS = [
  { name: 'next', variant: 'Next.js', basePath: '/api/auth', omitted: [] },
  // Remote functions are an experimental option of SvelteKit.
  {
    name: 'sveltekit',
    variant: 'SvelteKit',
    basePath: '/auth',
    omitted: ['src/routes/orders/orders.remote.ts'],
  },
  { name: 'solid-start', variant: 'SolidStart', basePath: '/api/auth', omitted: [] },
] as const satisfies readonly {
  name: keyof typeof FRAMEWORKS
  variant: string
  basePath: string
  omitted: readonly string[]
}[]

describe.for(APPLICATIONS)('the files of "Protect a page" in a new application with $variant', (app) => {
  // proves AUTHN-12, AUTHN-14
  test('admit signed-in users only, and redirect visitors to the sign-in page and back', async () => {
    const url = await start(app)
    const visitor = new Browser()
    const redirect = await visitor.get(`${url}/orders?tab=1`)
    expect([302, 303, 307]).toContain(redirect.status)
    const signInPage = new URL(redirect.headers.get('location') ?? '', url)
    const callbackUrl = new URL(signInPage.searchParams.get('callbackUrl') ?? '', url)
    expect({ path: signInPage.pathname, callbackUrl: callbackUrl.href }).toEqual({
      path: `${app.basePath}/signin`,
      callbackUrl: `${url}/orders?tab=1`,
    })
    const api = await visitor.get(`${url}/api/orders`, { accept: '*/*' })
    expect({ status: api.status, body: await api.text() }).toEqual({
      status: 401,
      body: expect.stringContaining('Please sign in.'),
    })

    const browser = new Browser()
    const atProvider = await press(browser, await open(browser, `${url}/orders?tab=1`), 'GitHub')
    const orders = await signInAtProvider(browser, atProvider, 'Ada Lovelace')
    expect(orders.url).toBe(`${url}/orders?tab=1`)
    expect(orders.response.headers.get('cache-control')).toMatch(/private, .*no-store/)
    const html = await orders.response.text()
    expect(html.replaceAll('<!-- -->', '')).toContain('Orders of ada@example.com')
    const allowed = await browser.get(`${url}/api/orders`)
    expect(await allowed.json()).toEqual({ orders: ['tea'], email: 'ada@example.com' })

    const unchecked = '/orders/unchecked'
    expect(await (await browser.get(`${url}${unchecked}`)).text()).toContain('for members only')
    // A whole URL ends the process of `vite preview`.
    const paths = spellings(unchecked, `${app.basePath}/signin`).filter((path) => path.startsWith('/'))
    const responses = await openRaw(url, paths)
    expect(pathsWith('for members only', responses)).toEqual([])

    const cancelAs = (sender: Browser) =>
      press(sender, { url: orders.url, response: new Response(html) }, 'Cancel the tea')
    expect(await toOutcome(await cancelAs(browser))).toMatch(/cancelled/)
    const refused = await cancelAs(visitor)
    expect(await toOutcome(refused)).not.toMatch(/cancelled/)
    expect([302, 303, 307, 401, 403]).toContain(refused.status)
  })
})

async function start({ name, variant, basePath, omitted }: (typeof APPLICATIONS)[number]): Promise<string> {
  const { path, content } = UNCHECKED[name]
  const { url, stop } = await startQuickstart(name, basePath, [
    { page: `docs/start/${name}.md` },
    { page: PAGE, variant, except: omitted, added: { [path]: content } },
  ])
  onTestFinished(stop)
  return url
}

/** Returns where a response leads, or what it shows. */
async function toOutcome(response: Response): Promise<string> {
  return response.headers.get('location') ?? (await response.text())
}
