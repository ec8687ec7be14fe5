import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { GLEWLWYD_SCHEMA, requireProgram } from '@latchkey/test-support/machine/programs.mjs'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import { startProcess, untilReady } from '@latchkey/test-support/processes/processes.mjs'
import { type IdentityProvider, type Question, type Registration, readLocation } from './identity-provider.ts'

/** The administrator whom the schema creates. */
const ADMIN = { username: 'admin', password: 'password' }
/** The user who signs in. */
export const USER = { username: 'ann', password: 'correct horse battery staple', email: 'ann@example.com' }
const PLUGIN = 'oidc'
const MODULES = '/usr/lib/glewlwyd'
const PAGES = '/usr/share/glewlwyd/webapp'

/**
 * Starts Glewlwyd with its database in a temporary folder, and creates a user, the OpenID provider
 * and the client with its API for administrators.
 *
 * Its pages are JavaScript. The functions of the result send the requests that those pages send.
 */
export async function startGlewlwyd(registration: Registration): Promise<IdentityProvider> {
  const program = requireProgram('glewlwyd', 'glewlwyd')
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-glewlwyd-'))
  const database = new DatabaseSync(join(folder, 'glewlwyd.db'))
  database.exec(readFileSync(GLEWLWYD_SCHEMA, 'utf8'))
  database.close()
  copyPages(folder)
  writeFileSync(join(folder, 'glewlwyd.conf'), configuration(folder, port, origin))
  const args = ['--config-file', join(folder, 'glewlwyd.conf')]
  const handle = startProcess({ name: 'glewlwyd', program, args, cwd: folder, env: process.env })
  const stop = async (): Promise<void> => {
    await handle.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(handle, () => handle.log().includes('Glewlwyd started on port') || undefined, 20_000)
    await configure(new Api(origin, new Browser()), registration)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    issuer: toIssuer(origin),
    config: {},
    email: USER.email,
    signIn: (browser, start) => signIn(new Api(origin, browser), registration, start),
    signOut: (browser, start) => signOut(new Api(origin, browser), start),
    stop,
  }
}

const toIssuer = (origin: string): string => `${origin}/api/${PLUGIN}`

function configuration(folder: string, port: number, origin: string): string {
  return `port=${port}
bind_address="127.0.0.1"
external_url="${origin}"
login_url="login.html"
api_prefix="api"
cookie_domain="localhost"
cookie_secure=0
log_mode="console"
log_level="INFO"
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="${MODULES}/user"
client_module_path="${MODULES}/client"
user_auth_scheme_module_path="${MODULES}/scheme"
plugin_module_path="${MODULES}/plugin"
hash_algorithm="SHA512"
static_files_path="${folder}/webapp/"
static_files_mime_types=(
  { extension=".html" mime_type="text/html" },
  { extension=".css" mime_type="text/css" },
  { extension=".js" mime_type="application/javascript" },
  { extension=".json" mime_type="application/json" }
)
database={ type="sqlite3" path="${folder}/glewlwyd.db" };
`
}

/**
 * Copies the pages: Glewlwyd sends no file to which a link leads. Debian installs their
 * configuration into a folder of the same name.
 */
function copyPages(folder: string): void {
  const pages = join(folder, 'webapp')
  execFileSync('cp', ['-RL', PAGES, pages])
  const settings = join(pages, 'config.json')
  if (!statSync(settings).isDirectory()) return
  renameSync(settings, `${settings}.d`)
  renameSync(join(`${settings}.d`, 'config.json'), settings)
}

async function configure(api: Api, registration: Registration): Promise<void> {
  const { backchannelLogoutUri } = registration
  await api.send('POST', '/auth', ADMIN)
  await api.send('POST', '/user/', { ...USER, name: 'Ann', scope: ['openid'], enabled: true })
  await allowSeveral(api, 'post_logout_redirect_uris')
  await api.send('POST', '/client/', {
    client_id: registration.clientId,
    name: 'Latchkey',
    enabled: true,
    confidential: true,
    client_secret: registration.clientSecret,
    redirect_uri: [registration.redirectUri],
    // The last one lets the client revoke its tokens.
    authorization_type: ['code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_method: ['client_secret_basic'],
    post_logout_redirect_uris: [registration.postLogoutRedirectUri],
    ...(backchannelLogoutUri && {
      backchannel_logout_uri: backchannelLogoutUri,
      backchannel_logout_session_required: 'true',
    }),
    scope: [],
  })
  await api.send('POST', '/mod/plugin/', {
    module: 'oidc',
    name: PLUGIN,
    display_name: 'OpenID Connect',
    order_rank: 0,
    readonly: false,
    parameters: pluginParameters(toIssuer(api.origin)),
  })
}

/** Adds a property with a list of values to those that clients can have. */
async function allowSeveral(api: Api, property: string): Promise<void> {
  const module = (await api.read('/mod/client/database')) as {
    parameters: { 'data-format': Record<string, object> }
  }
  module.parameters['data-format'][property] = { multiple: true, read: true, write: true }
  await api.send('PUT', '/mod/client/database', module)
  await api.send('PUT', '/mod/client/database/reset')
}

function pluginParameters(iss: string): object {
  return {
    iss,
    'subject-type': 'public',
    'jwks-private': JSON.stringify({ keys: [signingKey()] }),
    'jwks-show': true,
    'access-token-duration': 300,
    'refresh-token-duration': 3600,
    'code-duration': 60,
    'refresh-token-rolling': true,
    'refresh-token-one-use': 'always',
    'auth-type-code-enabled': true,
    'auth-type-code-revoke-replayed': true,
    'auth-type-refresh-enabled': true,
    'name-claim': 'mandatory',
    'email-claim': 'mandatory',
    'scope-claim': 'no',
    'pkce-allowed': true,
    'pkce-method-plain-allowed': false,
    'introspection-revocation-allowed': true,
    'introspection-revocation-allow-target-client': true,
    'session-management-allowed': true,
    'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
    'session-cookie-expiration': 86_400,
    // Without it, the page for sign-out does not work.
    'front-channel-logout-allowed': true,
    'back-channel-logout-allowed': true,
    'oauth-as-iss-id': true,
  }
}

function signingKey(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', kid: randomUUID() }
}

/** Follows redirects, and does what the page for sign-in does. */
async function signIn(api: Api, { origin, clientId }: Registration, start: Response) {
  const asked: Question[] = []
  let url = await readLocation(start)
  for (let steps = 0; steps < 20 && !url.startsWith(origin); steps++) {
    const { pathname, searchParams } = new URL(url)
    if (pathname !== '/login.html') {
      url = await readLocation(await api.browser.get(url), url)
      continue
    }
    const scope = searchParams.get('scope') ?? ''
    if (!(await api.isSignedIn())) {
      asked.push('password')
      await api.send('POST', '/auth', { username: USER.username, password: USER.password })
    }
    if (!(await api.hasGranted(clientId, scope))) {
      asked.push('consent')
      await api.send('PUT', `/auth/grant/${clientId}`, { scope })
    }
    url = `${searchParams.get('callback_url')}&g_continue`
  }
  return { asked, url }
}

/** Follows redirects, and does what the page for sign-out does at "Log out". */
async function signOut(api: Api, start: Response): Promise<string> {
  const page = await readLocation(await api.browser.get(await readLocation(start)))
  const { pathname, searchParams } = new URL(page)
  if (pathname !== '/login.html') return page
  await api.send('DELETE', `/${searchParams.get('plugin')}/session/${searchParams.get('sid')}`)
  await api.send('DELETE', '/auth/')
  return searchParams.get('callback_url') ?? ''
}

/** The API of Glewlwyd, with the cookies of a browser. */
class Api {
  readonly origin: string
  readonly browser: Browser

  constructor(origin: string, browser: Browser) {
    this.origin = origin
    this.browser = browser
  }

  /** Says whether a user is signed in in this browser. */
  async isSignedIn(): Promise<boolean> {
    const response = await this.#fetch('GET', '/profile_list')
    return response.ok && ((await response.json()) as unknown[]).length > 0
  }

  /** Says whether the user agreed to all scopes that the user has. */
  async hasGranted(clientId: string, scope: string): Promise<boolean> {
    const response = await this.#fetch('GET', `/auth/grant/${clientId}/${encodeURIComponent(scope)}`)
    const { scope: scopes } = (await response.json()) as { scope: { granted: boolean }[] }
    return scopes.every(({ granted }) => granted)
  }

  /** Sends a request. @throws {Error} if it fails */
  async send(method: string, path: string, body?: object): Promise<void> {
    const response = await this.#fetch(method, path, body)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  }

  async read(path: string): Promise<unknown> {
    return (await this.#fetch('GET', path)).json()
  }

  #fetch(method: string, path: string, body?: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' }
    const content = body && JSON.stringify(body)
    return this.browser.send(`${this.origin}/api${path}`, { method, headers, body: content ?? null })
  }
}
