import { type Application, SECRET } from '../application.ts'
import type { Configuration, Fields } from '../libraries.ts'
import type { Scenario } from '../scenario.ts'
import { read, scenario, wait } from './sessions-in-a-cookie.ts'

function tokenRequest(app: Application): Request {
  return new Request(app.origin, { headers: { cookie: app.browser.cookiesFor(app.origin) } })
}

/** The format of the token, and the functions that read it. */
export const SESSION_TOKENS: readonly Scenario[] = [
  scenario(
    'another format of the token',
    () => {
      const encoded: Fields[] = []
      return {
        encoded,
        jwt: {
          encode: (params: Fields) => {
            encoded.push({ encode: params })
            return Buffer.from(JSON.stringify(params.token)).toString('base64url')
          },
          decode: (params: Fields) => {
            encoded.push({ decode: { ...params, token: typeof params.token } })
            return JSON.parse(Buffer.from(String(params.token), 'base64url').toString())
          },
        },
      } as Configuration
    },
    async (app) => {
      await read(app)
      const [sign, decode] = app.config.encoded as Fields[]
      app.observe('first call', sign)
      app.observe('second call', decode)
    },
  ),
  scenario(
    'getToken',
    () => ({}),
    async (app, { jwt }) => {
      const req = tokenRequest(app)
      app.observe(
        'with the name of the cookie',
        await jwt.getToken({
          req,
          secret: SECRET,
          secureCookie: true,
          cookieName: '__Secure-authjs.session-token',
        }),
      )
      const raw = await jwt.getToken({
        req,
        secret: SECRET,
        secureCookie: true,
        cookieName: '__Secure-authjs.session-token',
        raw: true,
      })
      app.observe('raw', raw)
      const headers = { authorization: `Bearer ${raw}` }
      app.observe(
        'from the header Authorization',
        await jwt.getToken({
          req: new Request(app.origin, { headers }),
          secret: SECRET,
          salt: '__Secure-authjs.session-token',
          secureCookie: true,
        }),
      )
      app.observe(
        'with another secret',
        await jwt.getToken({
          req,
          secret: `another ${SECRET}`,
          secureCookie: true,
          cookieName: '__Secure-authjs.session-token',
        }),
      )
      app.observe('without a cookie', await jwt.getToken({ req: new Request(app.origin), secret: SECRET }))
    },
  ),
  scenario(
    'getToken without the name of the cookie',
    () => ({}),
    async (app, { jwt }) => {
      app.observe('token', await jwt.getToken({ req: tokenRequest(app), secret: SECRET, secureCookie: true }))
    },
  ),
  scenario(
    'encode and decode',
    () => ({}),
    async (app, { jwt }) => {
      const salt = 'authjs.session-token'
      const token = await jwt.encode({
        token: { sub: 'ann', role: 'admin' },
        secret: SECRET,
        salt,
        maxAge: 60,
      })
      app.observe('encoded', token)
      app.observe('decoded', await jwt.decode({ token, secret: SECRET, salt }))
      app.observe(
        'decoded with a list of secrets',
        await jwt.decode({ token, secret: ['x'.repeat(40), SECRET], salt }),
      )
      app.observe('decoded without a token', await jwt.decode({ token: undefined, secret: SECRET, salt }))
      app.observe(
        'decoded with another salt',
        await jwt.decode({ token, secret: SECRET, salt: 'x' }).then(
          () => 'decoded',
          () => 'throws',
        ),
      )
      wait(3_600_000)
      app.observe(
        'decoded later',
        await jwt.decode({ token, secret: SECRET, salt }).then(
          (value) => value,
          () => 'throws',
        ),
      )
    },
  ),
]
