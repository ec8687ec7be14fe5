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
    ([, label, input = '', button]) => {
      if (label === undefined) return `[${button?.replaceAll(/<[^>]*>/g, '')}]`
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
      email: { label: 'E-Mail-Adresse' },
      credentials: {
        username: 'Name',
        password: 'Passwort',
        button: 'Los',
        withPassword: 'Mit Passwort',
      } as Texts['credentials'],
    }
    const fields = { email: { type: 'email' }, password: { type: 'password' } }
    expect(await listControls(german, credentials(fields), email, passkey)).toEqual([
      'E-Mail-Adresse, email, username',
      'Passwort, password, current-password',
      '[Mit Passwort]',
      'E-Mail-Adresse, email, email',
      '[Sign in with e-mail]',
      'E-Mail-Adresse, email, username webauthn',
      '[Sign in with Passkey]',
    ])
  })
})

describe('the address on the sign-in page', () => {
  it('has one name in all forms', async () => {
    const fields = { email: { type: 'email' } }
    const controls = await listControls({}, credentials(fields), email, passkey)
    expect(controls.filter((control) => control.includes(', email'))).toEqual([
      'E-mail, email, username',
      'E-mail, email, email',
      'E-mail, email, username webauthn',
    ])
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
