import { beforeAll, describe, expect, it } from 'vitest'
import { QUESTIONS, type Question } from './questions.ts'
import { createSite, type EnumerationSite, type Who } from './site.ts'

/** The names of the questions that send a message. */
const REQUESTS = /^a (?:link|code|code and a link) for (?:an address|a telephone number)/

let site: EnumerationSite

beforeAll(async () => {
  site = await createSite()
})

// proves P-ML-5, P-CR-2, P-WA-4, AUD-D5
describe.each(QUESTIONS)('$name', (question) => {
  it('has the same response for a user who exists and for one who does not', async () => {
    const known = await describeResponse(question, 'known')
    expect(known.status).toBeLessThan(500)
    expect(await describeResponse(question, 'unknown')).toEqual(known)
  })

  it('has the same response again and again', async () => {
    const first = await describeResponse(question, 'unknown')
    expect(await describeResponse(question, 'unknown')).toEqual(first)
  })
})

describe.each([
  { does: 'returns false', registration: () => false },
  { does: 'throws', registration: () => Promise.reject(new Error('not available')) },
])('a link or a code, if `registration` $does', ({ registration }) => {
  it.each(QUESTIONS.filter(({ name }) => REQUESTS.test(name)))(
    'has the same response for a user who exists: $name',
    async (question) => {
      const own = await createSite({ registration })
      const known = await describeResponse(question, 'known', own)
      expect(known.status).toBeLessThan(400)
      expect(await describeResponse(question, 'unknown', own)).toEqual(known)
    },
  )
})

// Six passwords are hashed, slowly on purpose: a busy machine takes longer than for other tests.
// proves P-ML-5, LIM-1
it('also limits attempts for users who do not exist', { timeout: 60_000 }, async () => {
  const limited = await createSite({ limits: { credentials: { attempts: 2, seconds: 900 } } })
  const password = QUESTIONS.find(({ name }) => name === 'a wrong password') as Question
  const statuses = async (who: Who) => {
    const all: number[] = []
    for (let attempt = 0; attempt < 3; attempt++)
      all.push((await (await password.prepare(limited, who))()).status)
    return all
  }
  const known = await statuses('known')
  expect(known.at(-1)).toBe(429)
  expect(await statuses('unknown')).toEqual(known)
})

/** Returns all that a client sees, with a placeholder for what differs in every response. */
async function describeResponse(question: Question, who: Who, from: EnumerationSite = site) {
  const response = await (await question.prepare(from, who))()
  const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
  return {
    status: response.status,
    headers: headers.map(([name, value]) => `${name}: ${withoutRandom(value)}`),
    cookies: response.headers
      .getSetCookie()
      .map((cookie) => withoutRandom(cookie.replace(/^([^=]*=)[^;]*/, describeLength))),
    body: withoutRandom(await response.text()),
  }
}

function describeLength(pair: string, name: string): string {
  return `${name}(${pair.length} characters)`
}

/**
 * Replaces addresses, random values and dates, of which only the length matters. Of the passkeys
 * that a browser may use, the length differs between authenticators, too.
 */
function withoutRandom(text: string): string {
  return text
    .replace(/"allowCredentials":\[\{"id":"[\w-]{16,}","transports":\["[^\]]+\]/, '(one passkey)')
    .replace(/[\w.]+(?:@|%40)users\.example/g, '(address)')
    .replace(/transaction\.[\w-]+|challenge\.[\w-]+/g, '(cookie)')
    .replace(/expires=[^;]+/gi, 'expires=(date)')
    .replace(/[\w+/-]{20,}/g, (value) => `(${value.length} characters)`)
    .replace(/reference=[\w-]+/g, 'reference=(reference)')
}
