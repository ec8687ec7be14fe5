import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireProgram } from '@latchkey/test-support/machine/programs.mjs'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import { startProcess, untilReady } from '@latchkey/test-support/processes/processes.mjs'
import { submitForms } from './forms.ts'
import type { IdentityProvider, Question, Registration } from './identity-provider.ts'

/** A user of its module for demonstrations. The password is the name. */
const USER = { user: 'rtyler', password: 'rtyler' }
const EMAIL = 'rtyler@badwolf.org'
/**
 * The portal loads a module for captchas even if none is asked for, and its own needs ImageMagick.
 */
const PORTAL = `BEGIN { $INC{'NoCaptcha.pm'} = __FILE__ }
package NoCaptcha { use Mouse; extends 'Lemonldap::NG::Portal::Main::Plugin'; sub init { 1 } }
use Lemonldap::NG::Portal::Main;
Lemonldap::NG::Portal::Main->run({});
`
/** The name of the application in the configuration. */
const APPLICATION = 'latchkey'

/**
 * Starts the portal of LemonLDAP::NG with its configuration and sessions in a temporary folder. Its
 * pages are HTML forms.
 */
export async function startLemonldap(registration: Registration): Promise<IdentityProvider> {
  const program = requireProgram('lemonldap', 'starman')
  const port = await freePort()
  const issuer = `http://localhost:${port}/`
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-lemonldap-'))
  for (const name of ['conf', 'cache', 'sessions', 'sessions/lock', 'psessions', 'psessions/lock'])
    mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'lemonldap-ng.ini'), settings(folder))
  writeFileSync(
    join(folder, 'conf/lmConf-1.json'),
    JSON.stringify(configuration(folder, issuer, registration)),
  )
  writeFileSync(join(folder, 'portal.psgi'), PORTAL)
  const env = { ...process.env, LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') }
  const args = ['--listen', `127.0.0.1:${port}`, '--workers', '2', '--preload-app', 'portal.psgi']
  const handle = startProcess({ name: 'lemonldap', program, args, cwd: folder, env })
  const stop = async (): Promise<void> => {
    await handle.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(handle, () => isReady(issuer), 20_000)
  } catch (error) {
    await stop()
    throw error
  }
  const { origin } = registration
  return {
    issuer,
    // Its ID tokens have no claims about the user.
    config: { idToken: false },
    email: EMAIL,
    async signIn(browser, start) {
      const asked: Question[] = []
      const url = await submitForms(browser, start, origin, ({ fields }) => {
        const isSignIn = 'password' in fields
        asked.push(isSignIn ? 'password' : 'consent')
        return isSignIn ? { ...fields, ...USER } : fields
      })
      return { asked, url }
    },
    signOut: (browser, start) => submitForms(browser, start, origin, ({ fields }) => fields),
    stop,
  }
}

async function isReady(issuer: string): Promise<true | undefined> {
  const response = await fetch(`${issuer}.well-known/openid-configuration`).catch(() => undefined)
  return response?.ok || undefined
}

function settings(folder: string): string {
  return `[all]
logLevel=notice
localSessionStorage=
[configuration]
type=File
dirName=${folder}/conf
[portal]
staticPrefix=/static
templateDir=/usr/share/lemonldap-ng/portal/templates
languages=en
`
}

function configuration(folder: string, portal: string, registration: Registration): object {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const sessionsIn = (name: string) => ({
    Directory: join(folder, name),
    LockDirectory: join(folder, name, 'lock'),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  })
  return {
    cfgNum: 1,
    cfgAuthor: 'tests',
    cfgDate: Math.floor(Date.now() / 1000),
    key: randomUUID(),
    whatToTrace: '_user',
    cfgVersion: '2.16.1',
    portal,
    domain: 'localhost',
    securedCookie: 0,
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    tokenUseGlobalStorage: 1,
    captcha: 'NoCaptcha',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: sessionsIn('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: sessionsIn('psessions'),
    locationRules: { localhost: { default: 'accept' } },
    exportedHeaders: {},
    issuerDBOpenIDConnectActivation: 1,
    oidcServicePrivateKeySig: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    oidcServicePublicKeySig: publicKey.export({ type: 'spki', format: 'pem' }),
    oidcServiceKeyIdSig: 'key',
    oidcRPMetaDataOptions: { [APPLICATION]: relyingParty(registration) },
    oidcRPMetaDataExportedVars: { [APPLICATION]: { email: 'mail', name: 'cn' } },
  }
}

function relyingParty(registration: Registration): Record<string, string | number> {
  const options = {
    ClientID: registration.clientId,
    ClientSecret: registration.clientSecret,
    RedirectUris: registration.redirectUri,
    PostLogoutRedirectUris: registration.postLogoutRedirectUri,
    UserIDAttr: 'uid',
    IDTokenSignAlg: 'RS256',
    // After its page for consent, the portal would lead a sign-out to itself.
    BypassConsent: 1,
    RequirePKCE: 1,
    RefreshToken: 1,
    AllowOffline: 1,
    AccessTokenExpiration: 300,
  }
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [`oidcRPMetaDataOptions${name}`, value]),
  )
}
