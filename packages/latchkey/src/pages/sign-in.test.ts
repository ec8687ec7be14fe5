import { describe, expect, it } from 'vitest'
import type { SignInPage } from '../contract/pages.ts'
import type { ResolvedProvider } from '../contract/providers.ts'
import type { Texts } from '../types/texts.ts'
import { render } from './render.tsx'
import { english } from './texts.ts'

/**
 * Returns the sign-in page's field labels, types and `autocomplete`, and its buttons.
 */
async function listControls(texts: Partial<Texts>, ...providers: object[]): Promise<string[]> {
  const action = 'https://app.test/auth/signin/idp'
  const page: SignInPage = {
    name: 'signIn',
    forms: providers.map((provider) => ({ provider: provider as ResolvedProvider, action })),
    csrfToken: 'token',
    callbackUrl: 'https://app.test/',
    error: undefined,
    reference: undefined,
    email: undefined,
  }
  const { html } = await render(page, { theme: {}, texts: { ...english, ...texts } }, undefined)
  return [...html.matchAll(/<label>([^<]*)(<input[^>]*>)|<button[^>]*>(.*?)<\/button>/g)].map(
    ([, label, input = '', button = '']) => {
      if (label === undefined) return `[${button.replaceAll(/<[^>]*>/g, '')}]`
      const [, type] = / type="([^"]*)"/.exec(input) ?? []
      const [, autocomplete] = / autocomplete="([^"]*)"/.exec(input) ?? []
      return [label, type, autocomplete].filter(Boolean).join(', ')
    },
  )
}

function credentials(fields: object, name = 'Credentials'): object {
  return { id: 'credentials', name, type: 'credentials', credentials: fields }
}

const github = { id: 'idp', name: 'GitHub', type: 'oidc', authorization: {}, style: {} }
const email = { id: 'email', name: 'e-mail', type: 'email' }
const passkey = {
  id: 'passkey',
  name: 'Passkey',
  type: 'webauthn',
  hasConditionalUI: true,
  formFields: { email: { type: 'email', autocomplete: 'username webauthn' } },
}

describe('a field without a label', () => {
  it.each([
    {
      name: 'an address and a password',
      fields: { email: { type: 'email' }, password: { type: 'password' } },
      shown: ['E-mail, email, username', 'Password, password, current-password'],
    },
    {
      name: 'other names with types',
      fields: { login: { type: 'email' }, pw: { type: 'password' } },
      shown: ['E-mail, email, username', 'Password, password, current-password'],
    },
    {
      name: 'names without types; a password is never readable',
      fields: { username: {}, password: {} },
      shown: ['User name, text, username', 'Password, password, current-password'],
    },
    {
      name: 'two passwords',
      fields: { password: { type: 'password' }, newPassword: { type: 'password' } },
      shown: ['Password, password, current-password', 'New password, password, new-password'],
    },
    {
      name: 'names in several styles',
      fields: { firstName: {}, 'one-time_code': {}, PIN: {}, userID: {}, 'Ihre Nummer': {} },
      shown: ['First name, text', 'One time code, text', 'PIN, text', 'User ID, text', 'Ihre Nummer, text'],
    },
    {
      name: 'labels and attributes of the application',
      fields: { email: { label: 'Work address', type: 'text', autocomplete: 'off' } },
      shown: ['Work address, text, off'],
    },
  ])('has a readable one: $name', async ({ fields, shown }) => {
    expect(await listControls({}, credentials(fields))).toEqual([...shown, '[Sign in]'])
  })

  it('has one in the language of the page', async () => {
    const german = {
      email: { ...english.email, label: 'E-Mail-Adresse' },
      credentials: {
        username: 'Name',
        password: 'Passwort',
        button: 'Los',
        withPassword: 'Mit Passwort',
      } as Texts['credentials'],
    }
    const fields = { email: { type: 'email' }, password: { type: 'password' } }
    expect(await listControls(german, credentials(fields), email, passkey)).toEqual([
      'E-Mail-Adresse, email, username webauthn',
      'Passwort, password, current-password',
      '[Mit Passwort]',
      '[E-mail me a sign-in link]',
      '[Sign in with Passkey]',
    ])
  })
})

describe('the address on the sign-in page', () => {
  it('is asked for once, for a password, an e-mail and a passkey', async () => {
    const fields = { email: { type: 'email' } }
    expect(await listControls({}, github, email, credentials(fields), passkey)).toEqual([
      '[GSign in with GitHub]',
      'E-mail, email, username webauthn',
      '[Sign in]',
      '[E-mail me a sign-in link]',
      '[Sign in with Passkey]',
    ])
  })

  it('keeps the label and the attributes of the application', async () => {
    const fields = { email: { label: 'Work address', autocomplete: 'off' }, password: {} }
    expect(await listControls({}, credentials(fields), email)).toEqual([
      'Work address, text, off',
      'Password, password, current-password',
      '[Sign in with password]',
      '[E-mail me a sign-in link]',
    ])
  })

  it('is not shared with a user name, or with a passkey that asks for more', async () => {
    const more = { ...passkey, formFields: { email: { type: 'email' }, phone: {} } }
    expect(await listControls({}, credentials({ email: { type: 'text' } }), email, more)).toEqual([
      'E-mail, text, username',
      '[Sign in]',
      'E-mail, email, email',
      '[Sign in with e-mail]',
      'E-mail, email, username',
      'Phone, text',
      '[Sign in with Passkey]',
    ])
  })

  it('has the usual attributes if only e-mails are sent', async () => {
    expect(await listControls({}, email)).toEqual(['E-mail, email, email', '[Sign in with e-mail]'])
    expect(await listControls({}, email, passkey)).toEqual([
      'E-mail, email, username webauthn',
      '[Sign in with e-mail]',
      '[Sign in with Passkey]',
    ])
  })

  it('is sent for a code, or by several providers, which then have their names', async () => {
    const fields = { email: {}, password: {} }
    const code = { ...email, id: 'code', name: 'Code', shortCode: { digits: 8, isOnly: true } }
    expect(await listControls({}, credentials(fields), code)).toContain('[E-mail me a code]')
    expect(await listControls({}, credentials(fields), email, code)).toEqual(
      expect.arrayContaining(['[Sign in with e-mail]', '[Sign in with Code]']),
    )
  })

  it('has the name of Auth.js if passkeys are the only form that asks for it', async () => {
    expect(await listControls({}, passkey, github)).toContain('Email, email, username webauthn')
  })
})

describe('the button for credentials', () => {
  const fields = { password: { type: 'password' } }

  it.each([
    { name: 'the only form', providers: [credentials(fields)], button: 'Sign in' },
    { name: 'beside others', providers: [credentials(fields), email], button: 'Sign in with password' },
    {
      name: 'beside others, without a password',
      providers: [credentials({ pin: {} }), email],
      button: 'Sign in',
    },
    {
      name: 'with a name of its own',
      providers: [credentials(fields, 'your badge')],
      button: 'Sign in with your badge',
    },
  ])('reads "$button": $name', async ({ providers, button }) => {
    expect(await listControls({}, ...providers)).toContain(`[${button}]`)
  })
})
