import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

const client = { AUTH_PLAYGROUND_ID: 'demo', AUTH_PLAYGROUND_SECRET: 'a secret' }

describe('readSettings', () => {
  it('has defaults for everything except the client', () => {
    expect(readSettings(client)).toEqual({
      ports: { PROVIDER_PORT: 4000, INBOX_PORT: 4025, SMTP_PORT: 4026 },
      clientId: 'demo',
      clientSecret: 'a secret',
      redirectUris: ['http://localhost:3000/api/auth/callback/playground'],
    })
  })

  it('accepts the address of the application, or complete redirect URIs', () => {
    expect(readSettings({ ...client, APP_URL: 'http://localhost:5173/' }).redirectUris).toEqual([
      'http://localhost:5173/api/auth/callback/playground',
    ])
    const two = 'http://localhost:1/a  http://localhost:2/b'
    expect(readSettings({ ...client, PROVIDER_REDIRECT_URIS: two }).redirectUris).toEqual([
      'http://localhost:1/a',
      'http://localhost:2/b',
    ])
  })

  it.each([
    [{ ...client, PROVIDER_PORT: 'http' }, 'PROVIDER_PORT is "http"'],
    [{ ...client, SMTP_PORT: '65536' }, 'SMTP_PORT is "65536"'],
    [{ ...client, APP_URL: 'localhost' }, 'APP_URL contains "localhost"'],
    [
      { ...client, PROVIDER_REDIRECT_URIS: 'javascript:alert(1)' },
      'PROVIDER_REDIRECT_URIS contains "javascript:alert(1)"',
    ],
    [{ ...client, AUTH_PLAYGROUND_ID: '' }, 'AUTH_PLAYGROUND_ID is not set'],
    [{ AUTH_PLAYGROUND_ID: 'demo' }, 'AUTH_PLAYGROUND_SECRET is not set'],
  ])('rejects %o', (env, message) => {
    expect(() => readSettings(env)).toThrow(message)
  })
})
