import { BASE, createIdp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { vi } from 'vitest'
import { COLUMNS, code, duration, first, largest, section, size } from './render.ts'
import { findError, type Setup, START, setUp, wait } from './setup.ts'

/** Describes the requests of the server to providers and mail services. */
export async function calls(): Promise<string> {
  return section('Requests to providers and mail services', COLUMNS, [
    ['Time limit of a request to a provider', await timeLimit(startSignIn), code('timeouts.oauth')],
    ['Time limit of sending an e-mail', await timeLimit(sendMail), code('timeouts.email')],
    ['Response to the visitor after a time limit', await afterTimeLimit(), ''],
    ['Requests to one provider at the same time', await atTheSameTime(), ''],
    ['Pause after a failed discovery', duration(await secondsWithoutRequest(failing)), ''],
    ['Discovered metadata is used for', duration(await secondsWithoutRequest(setUp)), ''],
    ['Size of a response', size(await largest(8 * 1024 * 1024, isSizeAccepted)), ''],
    ['Redirects', await redirects(), ''],
    [
      'URLs without TLS',
      (await isCalled('http://id.test')) ? 'are called' : 'are not called',
      code('dangerouslyAllowHttp'),
    ],
    [
      'Private addresses in metadata',
      (await isOffered('https://10.0.0.1')) ? 'are called' : 'are not called',
      'a private `issuer`',
    ],
  ])
}

const never = (): Promise<never> => new Promise(() => {})

function withResponses(respond: () => Response | Promise<Response>, issuer?: string): Setup {
  const idp = createIdp(issuer, { respond })
  return { ...setUp({ providers: [oidcFor(idp)] }), idp }
}

async function startSignIn(): Promise<Response> {
  return withResponses(never).browser.post(`${BASE}/signin/idp`)
}

async function sendMail(): Promise<Response> {
  const setup = setUp({}, { sendVerificationRequest: never })
  return setup.browser.post(`${BASE}/signin/email`, { email: 'ann@example.com' })
}

/**
 * Returns after how many seconds a request that waits for another server ends, and its response.
 */
export async function measureSeconds(send: () => Promise<Response>): Promise<[number, Response]> {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: START })
  try {
    const response = send()
    // Modules that are loaded on demand need real time.
    await vi.waitFor(() => requireTimer(), { timeout: 30_000 })
    const seconds = await first(600, async () => {
      await vi.advanceTimersByTimeAsync(1000)
      return vi.getTimerCount() === 0
    })
    return [seconds, await response]
  } finally {
    vi.useFakeTimers({ toFake: ['Date'], now: START })
  }
}

function requireTimer(): void {
  if (vi.getTimerCount() === 0) throw new Error('The request has no time limit.')
}

async function timeLimit(send: () => Promise<Response>): Promise<string> {
  return duration((await measureSeconds(send))[0])
}

async function afterTimeLimit(): Promise<string> {
  const [, response] = await measureSeconds(startSignIn)
  const retryAfter = response.headers.get('retry-after')
  return `${response.status}${retryAfter === null ? '' : `, \`Retry-After: ${retryAfter}\``}`
}

async function atTheSameTime(): Promise<number> {
  const { browser, idp } = withResponses(never)
  const sent = Array.from({ length: 300 }, () => browser.post(`${BASE}/signin/idp`))
  // The requests beyond the limit have a response at once.
  await Promise.race(sent)
  await new Promise((resolve) => setImmediate(resolve))
  return idp.requests.length
}

/** Returns for how many seconds a second sign-in sends no request. */
async function secondsWithoutRequest(create: () => Setup): Promise<number> {
  const longest = await largest(86_400, async (seconds) => {
    const { browser, idp } = create()
    await browser.post(`${BASE}/signin/idp`)
    const sent = idp.requests.length
    wait(seconds)
    await browser.post(`${BASE}/signin/idp`)
    return idp.requests.length === sent
  })
  return longest + 1
}

function failing(issuer?: string): Setup {
  return withResponses(() => Promise.reject(new TypeError('fetch failed')), issuer)
}

async function isSizeAccepted(bytes: number): Promise<boolean> {
  const { issuer } = createIdp()
  const metadata = JSON.stringify({ issuer, authorization_endpoint: `${issuer}/authorize` })
  const setup = withResponses(
    () => new Response(metadata.padEnd(bytes), { headers: { 'content-type': 'application/json' } }),
  )
  return findError(await setup.browser.post(`${BASE}/signin/idp`)) === null
}

async function redirects(): Promise<string> {
  let mode: RequestRedirect | undefined
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    mode = init?.redirect
    return Response.error()
  }
  const { browser } = setUp({ providers: [oidcFor({ ...createIdp(), fetch })] })
  await browser.post(`${BASE}/signin/idp`)
  return mode === 'manual' || mode === 'error' ? 'are not followed' : 'are followed'
}

async function isCalled(issuer: string): Promise<boolean> {
  const { browser, idp } = failing(issuer)
  await browser.post(`${BASE}/signin/idp`)
  return idp.requests.length > 0
}

async function isOffered(origin: string): Promise<boolean> {
  const idp = createIdp(undefined, { discovery: { authorization_endpoint: `${origin}/authorize` } })
  const { browser } = setUp({ providers: [oidcFor(idp)] })
  const response = await browser.post(`${BASE}/signin/idp`)
  return response.headers.get('location')?.startsWith(origin) === true
}
