import { createPasskey } from '@latchkey/test-support/kit/authenticator.ts'
import { expect } from 'vitest'
import { PROCESSES } from '../four-processes.ts'
import { newUser, type Visitor } from '../site.ts'
import type { SharedPromise } from './shared-promise.ts'

export const ONE_TIME: readonly SharedPromise[] = [
  {
    id: 'email-link-parallel',
    title: 'an e-mail link that is opened 20 times at once signs in once',
    async prove(site) {
      const { email } = newUser()
      const visitor = site.visitor()
      const [link = ''] = await requestLinks(visitor, email, 1)
      const copies = site.copies(visitor, 20)
      await Promise.all(copies.map((copy, index) => copy.get(link, index)))
      expect(await listSignedIn(copies)).toEqual([email])
    },
  },
  {
    id: 'email-link-again',
    title: 'an e-mail link that was used in one process is refused in all others',
    async prove(site) {
      const { email } = newUser()
      const visitor = site.visitor()
      const [link = ''] = await requestLinks(visitor, email, 1)
      const copies = site.copies(visitor, 4)
      for (const [index, copy] of copies.entries()) await copy.get(link, index)
      expect(await listSignedIn(copies)).toEqual([email])
      expect((await copies[0]?.session(3))?.user.email).toBe(email)
    },
  },
  {
    id: 'email-link-others',
    title: 'after an e-mail link was used, all processes refuse the other links to the address',
    async prove(site) {
      const { email } = newUser()
      const visitor = site.visitor()
      const [used = '', ...others] = await requestLinks(visitor, email, 3)
      const opened = [
        { link: used, process: 0 },
        ...others.flatMap((link) => PROCESSES.map((process) => ({ link, process }))),
      ]
      const copies = site.copies(visitor, opened.length)
      for (const [index, { link, process }] of opened.entries()) await copies[index]?.get(link, process)
      expect(await listSignedIn(copies)).toEqual([email])
      expect((await copies[0]?.session())?.user.email).toBe(email)
    },
  },
  {
    id: 'email-code-parallel',
    title: 'a code from an e-mail that is entered in all processes at once signs in once',
    async prove(site) {
      const { email } = newUser()
      await site.visitor().post(site.url('/signin/code'), { email }, 0)
      const [link = ''] = await site.linksTo(email)
      const token = new URL(link).searchParams.get('token') ?? ''
      const visitors = PROCESSES.map(() => site.visitor())
      await Promise.all(
        visitors.map((visitor, index) => visitor.post(site.url('/callback/code'), { email, token }, index)),
      )
      expect(await listSignedIn(visitors)).toEqual([email])
    },
  },
  {
    id: 'email-code-and-link-parallel',
    title: 'a code and its link, which are used in all processes at once, sign in once',
    async prove(site) {
      const { email } = newUser()
      const visitor = site.visitor()
      await visitor.post(site.url('/signin/both'), { email, callbackUrl: '/after' }, 0)
      const [[mail], [link = '']] = [await site.mailsTo(email), await site.linksTo(email)]
      const [code = ''] = mail?.text.match(/^\d{8}$/m) ?? []
      expect(code).not.toBe('')
      const copies = site.copies(visitor, 2 * PROCESSES.length)
      await Promise.all(
        copies.map((copy, index) => {
          const process = Math.floor(index / 2)
          return index % 2 === 0
            ? copy.post(site.url('/signin/both'), { code }, process)
            : copy.get(link, process)
        }),
      )
      expect(await listSignedIn(copies)).toEqual([email])
    },
  },
  {
    id: 'oauth-response-parallel',
    title: 'a response of a provider that arrives 12 times at once, with all cookies, signs in once',
    async prove(site) {
      const [user, visitor] = [newUser(), site.visitor()]
      const callback = await visitor.start(user)
      const copies = site.copies(visitor, 12)
      await Promise.all(copies.map((copy, index) => copy.get(callback, index)))
      expect(await listSignedIn(copies)).toEqual([user.email])
      expect(site.provider.redeemed(readCode(callback))).toBe(1)
    },
  },
  {
    id: 'oauth-response-again',
    title: 'a response of a provider that was used in one process is refused in all others',
    async prove(site) {
      const [user, visitor] = [newUser(), site.visitor()]
      const callback = await visitor.start(user)
      const copies = site.copies(visitor, 4)
      for (const [index, copy] of copies.entries()) await copy.get(callback, index)
      expect(await listSignedIn(copies)).toEqual([user.email])
      expect(site.provider.redeemed(readCode(callback))).toBe(1)
    },
  },
  {
    id: 'passkey-response-parallel',
    title: 'a signature of a passkey that arrives 12 times at once signs in once',
    async prove(site) {
      const { email } = newUser()
      const passkey = await createPasskey(site.origin)
      const owner = site.visitor()
      await send(owner, 'register', await passkey.create(await optionsFor(owner, 'register', email)), 1)
      expect((await owner.session(2))?.user.email).toBe(email)
      const visitor = site.visitor()
      // Most passkeys do not count their signatures.
      const signature = await passkey.get(await optionsFor(visitor, 'authenticate'), { counter: 0 })
      const copies = site.copies(visitor, 12)
      await Promise.all(copies.map((copy, index) => send(copy, 'authenticate', signature, index)))
      expect(await listSignedIn(copies)).toEqual([email])
    },
  },
  {
    id: 'passkey-registration-parallel',
    title: 'a registration of a passkey that arrives 12 times at once signs in once',
    async prove(site) {
      const { email } = newUser()
      const passkey = await createPasskey(site.origin)
      const visitor = site.visitor()
      const credential = await passkey.create(await optionsFor(visitor, 'register', email))
      const copies = site.copies(visitor, 12)
      await Promise.all(copies.map((copy, index) => send(copy, 'register', credential, index)))
      expect(await listSignedIn(copies)).toEqual([email])
    },
  },
  {
    id: 'redirect-proxy',
    title: 'a response that a redirect proxy forwards, in any processes, signs in once',
    async prove(standard) {
      const site = standard.variant('proxied')
      const [user, visitor] = [newUser(), site.visitor()]
      const response = await visitor.start(user, { process: 0 })
      expect(new URL(response).origin).toBe(site.processes.proxyOrigin)
      const forwarded = await Promise.all(
        PROCESSES.map(
          async (process) => (await visitor.get(response, process)).headers.get('location') ?? '',
        ),
      )
      expect(new Set(forwarded.map((url) => new URL(url).origin))).toEqual(new Set([site.origin]))
      const copies = site.copies(visitor, 12)
      await Promise.all(copies.map((copy, index) => copy.get(forwarded[index % 4] ?? '', index)))
      expect(await listSignedIn(copies)).toEqual([user.email])
      expect(site.provider.redeemed(readCode(response))).toBe(1)
    },
  },
]

/** Requests links, each in another process. @returns the links, newest first */
async function requestLinks(visitor: Visitor, email: string, count: number): Promise<string[]> {
  const { site } = visitor
  for (let index = 0; index < count; index++)
    await visitor.post(site.url('/signin/email'), { email, callbackUrl: '/after' }, index)
  return site.linksTo(email, count)
}

/** Returns the addresses of those visitors who are signed in. */
async function listSignedIn(visitors: readonly Visitor[]): Promise<unknown[]> {
  const sessions = await Promise.all(visitors.map((visitor) => visitor.session()))
  return sessions.flatMap((session) => session?.user.email ?? [])
}

function readCode(callback: string): string {
  return new URL(callback).searchParams.get('code') ?? ''
}

/** Requests the options of a ceremony in the first process. */
async function optionsFor(visitor: Visitor, action: string, email?: string): Promise<object> {
  const query = new URLSearchParams({ action, ...(email !== undefined && { email }) })
  const response = await visitor.get(visitor.site.url(`/webauthn-options/webauthn?${query}`), 0)
  return ((await response.json()) as { options: object }).options
}

function send(visitor: Visitor, action: string, credential: object, process: number): Promise<Response> {
  const fields = { action, data: JSON.stringify(credential), callbackUrl: '/after' }
  return visitor.post(visitor.site.url('/callback/webauthn'), fields, process)
}
