import { PASSWORD } from '../subjects/fixtures.ts'

// Sends sign-ins of different users at the same time. Arguments: the URL of the callback, and how many.
// Prints the statuses, and when it started and ended.

/** Returns 200 for a session, and else the status. */
async function signIn(url: string, index: number): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
    body: new URLSearchParams({ email: `user${index}@example.com`, password: PASSWORD }),
  })
  await response.text()
  return response.headers.getSetCookie().some((cookie) => cookie.includes('session-token'))
    ? 200
    : response.status
}

const [, , url = '', count] = process.argv
const startedAt = Date.now()
const statuses = await Promise.all(Array.from({ length: Number(count) }, (_, index) => signIn(url, index)))
console.log(JSON.stringify({ statuses, startedAt, endedAt: Date.now() }))
