import { expect } from 'vitest'
import type { Site } from '../site.ts'
import type { SharedPromise } from './shared-promise.ts'

const NEW_TOKEN = expect.stringMatching(/^[\da-f-]{36}$/)

export const REFRESH: readonly SharedPromise[] = [
  {
    id: 'refresh-once',
    title: '48 requests that find an expired token send one request to the provider, with one result',
    async prove(site) {
      const token = crypto.randomUUID()
      expect(await refresh(site, token, 48)).toEqual([NEW_TOKEN])
      expect(requestsWith(site, token)).toBe(1)
    },
  },
  {
    id: 'refresh-rotation',
    title: 'a provider that rotates refresh tokens receives each of them once',
    async prove(site) {
      let token: string = crypto.randomUUID()
      for (let rotation = 0; rotation < 3; rotation++) {
        const results = await refresh(site, token, 12)
        expect(results).toEqual([NEW_TOKEN])
        expect(requestsWith(site, token)).toBe(1)
        token = String(results[0])
      }
    },
  },
  {
    id: 'refresh-refused',
    title: 'a refresh that the provider refuses fails in all processes that wait, and is tried again later',
    async prove(site) {
      const token = crypto.randomUUID()
      site.provider.refuse(token)
      expect(await refresh(site, token, 12)).toEqual(['invalid_grant'])
      const before = requestsWith(site, token)
      expect(await refresh(site, token, 1)).toEqual(['invalid_grant'])
      expect(requestsWith(site, token)).toBe(before + 1)
    },
  },
  {
    id: 'refresh-killed',
    title: 'when the process that refreshes is killed, one of the others takes its place after `timeout`',
    async prove(site) {
      const token = crypto.randomUUID()
      const release = site.provider.hold(token)
      const another = await site.processes.startAnother()
      const lost = fetch(`${another.origin}/api/${site.application}/refresh`, {
        method: 'POST',
        body: JSON.stringify({ token, timeout: 1.5 }),
      }).catch(() => 'lost')
      while (requestsWith(site, token) === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      const results = refresh(site, token, 8, 1.5)
      await another.kill()
      expect(await lost).toBe('lost')
      while (requestsWith(site, token) === 1) await new Promise((resolve) => setTimeout(resolve, 20))
      // One of them takes its place, and the others wait for it.
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(requestsWith(site, token)).toBe(2)
      release()
      // The provider saw the token from the killed process. Its refusal is the result for all.
      expect(await results).toEqual(['invalid_grant'])
    },
  },
]

/** Refreshes a token in all processes at once. @returns the different results */
async function refresh(site: Site, token: string, count: number, timeout?: number): Promise<unknown[]> {
  const results = await Promise.all(
    Array.from({ length: count }, (_, process) =>
      site.visitor().call('refresh', { token, timeout }, process),
    ),
  )
  const values = results.map((result) => {
    const { refresh_token, error } = result as { refresh_token?: string; error?: string }
    // A process that waited for another one says so in front of the error.
    return refresh_token ?? error?.replace(/^Another process could not refresh the same token: /, '')
  })
  return [...new Set(values)]
}

function requestsWith({ provider }: Site, token: string): number {
  return provider.refreshed.filter((received) => received === token).length
}
