import { expect } from 'vitest'
import { testAttacks } from '../attacks.ts'
import { ann, anonymous, open, site, submit } from './visitor.ts'

testAttacks('next', {
  async 'IN-02'() {
    for (const visitor of [await ann(), anonymous()])
      for (const path of ['/hidden/page', '/guarded/member', '/wrapped/member']) {
        const response = await open(visitor, path, 'broken')
        expect(response.status).toBe(500)
        expect(await response.text()).not.toMatch(/for members only|<pre/)
      }
  },

  async 'IN-05'() {
    for (const prefix of ['nxtP', 'nxtI']) {
      const page = await open(anonymous(), `/guarded/yes?${prefix}way=member`)
      expect(await page.text()).toMatch(/the way (<!-- -->)?yes</)
      const hidden = await open(anonymous(), `/guarded/member?${prefix}way=yes`)
      expect(hidden.headers.get('location')).toContain('/api/auth/signin?')
    }
  },

  async 'IN-07'() {
    const response = await open(anonymous(), '/guarded/relative')
    const location = new URL(response.headers.get('location') ?? '', site)
    expect({ status: response.status, url: location.href }).toEqual({ status: 303, url: `${site}/elsewhere` })
  },

  async 'IN-09'() {
    const fields = { provider: 'credentials', email: 'ann@example.com', password: 'right' }
    const response = await submit(anonymous(), 'Sign in', fields, { referer: 'https://evil.example/' })
    expect(response.status).toBe(303)
    expect(new URL(response.headers.get('location') ?? '', site).href).toBe(`${site}/`)
  },

  async 'IN-12'() {
    for (const path of ['/static', '/static-pages']) {
      const { headers } = await open(await ann(), path, 'renewing')
      expect({ cookies: headers.getSetCookie().length, cache: headers.get('cache-control') }).toEqual({
        cookies: 1,
        cache: 'private, no-store',
      })
    }
  },
})
