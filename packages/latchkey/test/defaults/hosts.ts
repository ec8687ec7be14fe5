import { vi } from 'vitest'
import { code, section } from './render.ts'
import { setUp } from './setup.ts'

const ENVIRONMENTS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['`NODE_ENV=production`', { NODE_ENV: 'production' }],
  ['`NODE_ENV=production` on Vercel', { NODE_ENV: 'production', VERCEL: '1' }],
  ['`NODE_ENV=production` on Cloudflare Pages', { NODE_ENV: 'production', CF_PAGES: '1' }],
  ['`NODE_ENV=development`', { NODE_ENV: 'development' }],
  ['`NODE_ENV=test`', { NODE_ENV: 'test' }],
  ['no `NODE_ENV`', { NODE_ENV: '' }],
  ['`AUTH_TRUST_HOST=true`', { NODE_ENV: 'production', AUTH_TRUST_HOST: 'true' }],
  ['`AUTH_URL`', { NODE_ENV: 'production', AUTH_URL: 'https://configured.example' }],
]

const REQUESTS: readonly Readonly<Record<string, string>>[] = [
  { host: 'app.example' },
  { host: 'localhost:3000' },
  { host: 'app.example', 'x-forwarded-host': 'forwarded.example' },
]

/** Describes which address an application has, by environment and headers. */
export async function hosts(): Promise<string> {
  const rows: string[][] = []
  for (const [name, environment] of ENVIRONMENTS) {
    const cells: string[] = []
    for (const headers of REQUESTS) cells.push(await addressIn(environment, headers))
    rows.push([name, ...cells])
  }
  const head = REQUESTS.map((headers) =>
    Object.entries(headers)
      .map(([header, value]) => code(`${header}: ${value}`))
      .join(' '),
  )
  return section('Address of the application', ['Environment', ...head], rows)
}

/** Returns the host in the URLs that the application builds for a request. */
async function addressIn(
  environment: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value || undefined)
  const { app } = setUp({ trustHost: undefined })
  const response = await app.fetch(new Request('http://10.0.0.5/auth/providers', { headers }))
  for (const name of Object.keys(environment)) vi.stubEnv(name, undefined)
  if (response.status !== 200) return 'error'
  const { idp } = (await response.json()) as Record<string, { signinUrl: string }>
  return code(new URL(idp?.signinUrl ?? '').host)
}
