import { describe, expect, it } from 'vitest'
import { formsByButton, testCalls, testEndings, testForms } from '../shared/actions.ts'
import {
  ann,
  anonymous,
  call,
  readSession,
  shownBy,
  site,
  submit,
  submitByScript,
  toOutcome,
  visitors,
} from './visitor.ts'

const signInFields = { provider: 'credentials', email: 'ann@example.com', password: 'right' }
const credentials = { email: signInFields.email, password: signInFields.password }

testForms(visitors, formsByButton(submit), expect.stringContaining('no-store'))
testCalls(visitors, formsByButton(submit), ['update', 'unstable_update'])
testEndings(visitors, {
  revoke: (browser, email) => toOutcome(browser, 'revokeSessions', [email]),
  removeAccess: (browser, email) => toOutcome(browser, 'removeAccess', [email]),
  others: [
    {
      place: 'a route handler',
      run: (browser, email) => call(browser, 'revokeSessions', [email, { except: 'current' }]),
    },
    {
      place: 'a server action',
      run: (browser, email) => submit(browser, 'End others', { userId: email }),
    },
  ],
  tooLate: { path: (email) => `/revoking?user=${email}`, text: 'where cookies cannot be set' },
})

describe('a server action that a script calls', () => {
  // proves A-9, A-14, §16.4
  it('signs in and returns the redirect in a header', async () => {
    const browser = anonymous()
    const response = await submitByScript(browser, 'Sign in', { ...signInFields, redirectTo: '/dash' })
    expect(response.headers.get('x-action-redirect')).toBe(`${site}/dash;push`)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves A-10, §16.5
  it('signs out and returns the redirect in a header', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Sign out', { redirectTo: '/bye' })
    expect(response.headers.get('x-action-redirect')).toBe(`${site}/bye;push`)
    expect(await readSession(browser)).toBeNull()
  })

  // proves A-11, §16.6
  it('updates the session and returns the page with the new one', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Rename', { name: 'Anna' })
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/x-component',
    })
    expect(await response.text()).toContain(String.raw`\"name\":\"Anna\"`)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Anna' } })
  })
})

describe('signIn in a route handler', () => {
  // proves A-6, A-8, ENV-3, ENV-4
  it.each([
    { form: 'a string', parameters: 'prompt=login&hint=a%20b' },
    { form: 'a record', parameters: { prompt: 'login', hint: 'a b' } },
    { form: 'URLSearchParams', parameters: { search: 'prompt=login&hint=a+b' } },
    {
      form: 'a list of pairs',
      parameters: [
        ['prompt', 'login'],
        ['hint', 'a b'],
      ],
    },
  ])('accepts authorization parameters as $form', async ({ parameters }) => {
    const { value } = await toOutcome(anonymous(), 'signIn', ['my-idp', { redirect: false }, parameters])
    const { searchParams } = new URL(String(value))
    expect(Object.fromEntries(searchParams)).toMatchObject({
      prompt: 'login',
      hint: 'a b',
      client_id: 'the-application',
    })
  })

  // proves A-6, A-12, §16.4
  it('redirects to the sign-in page for an unknown provider', async () => {
    const { value } = await toOutcome(anonymous(), 'signIn', [
      'unknown',
      { redirect: false, redirectTo: '/dash' },
    ])
    expect(value).toBe(`${site}/api/auth/signin?callbackUrl=${encodeURIComponent(`${site}/dash`)}`)
  })

  // proves A-13, AMB-38
  it('redirects to the home page if the request has no Referer header', async () => {
    const { value } = await toOutcome(
      anonymous(),
      'signIn',
      ['credentials', { ...credentials, redirect: false }],
      {
        referer: '',
      },
    )
    expect(new URL(String(value)).href).toBe(`${site}/`)
  })
})

describe('update', () => {
  // proves A-11, §16.6
  it('passes the data to the callbacks, and the page of the action shows the new session', async () => {
    const browser = await ann()
    const response = await submit(browser, 'Rename', { name: 'Anna' })
    expect(response.status).toBe(200)
    expect((await shownBy(response))[0]).toMatchObject({ user: { name: 'Anna', email: 'ann@example.com' } })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Anna' } })
  })
})
