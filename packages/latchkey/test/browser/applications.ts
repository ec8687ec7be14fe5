import { arabic } from '@latchkey/test-support/kit/translations.ts'
import type { AuthConfig, EmailConfig, OAuth2Config } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Auth0 from 'latchkey/providers/auth0'
import Credentials from 'latchkey/providers/credentials'
import GitHub from 'latchkey/providers/github'
import Google from 'latchkey/providers/google'
import Keycloak from 'latchkey/providers/keycloak'

const client = { clientId: 'app', clientSecret: 'app secret', issuer: 'https://id.test' }
const silent = { error: () => {}, warn: () => {}, debug: () => {} }

/** Sent sign-in links, the newest last. */
export const links: string[] = []

const mail: EmailConfig = {
  id: 'email',
  name: 'e-mail',
  type: 'email',
  sendVerificationRequest: ({ url }) => {
    links.push(url)
  },
}

const password = Credentials({
  name: 'your password',
  credentials: {
    login: { label: 'User name', autocomplete: 'username' },
    password: { label: 'Password', type: 'password' },
  },
  authorize: ({ password: given }) =>
    given === 'right' ? { id: 'ann', name: 'Ann', email: 'ann@example.com' } : null,
})

/** Provider names, some of them long or written from right to left. */
const names = [
  'Acme',
  'The Federated University of Northern Rivers and Southern Lakes, Department of Sign-in',
  'Donaudampfschifffahrtsgesellschaftskapitänsverzeichnis',
  'شركة الاتصالات',
  'GitHub',
  'example.com:8443',
  'Weiß & Söhne',
  '日本語のプロバイダー',
  'בזק (Israel)',
  'A',
  'Contoso Active Directory',
  'Zwölf',
]

const colours = ['#fff', '#000', 'gold', undefined, '#24292f', 'oklch(0.7 0.1 200)']

const many = names.map((name, index): OAuth2Config => {
  const endpoints = {
    authorization: 'https://id.test/a',
    token: 'https://id.test/t',
    userinfo: 'https://id.test/u',
  }
  return {
    id: `p${index}`,
    name,
    type: 'oauth',
    ...client,
    ...endpoints,
    style: { brandColor: colours[index % colours.length] },
  }
})

function application(name: string, config: Partial<AuthConfig> = {}): AuthConfig {
  const providers = [GitHub(client), Google(client), Keycloak(client), Auth0(client), mail, password]
  const common = {
    secret: 'a secret that is long enough for every test here',
    trustHost: true,
    logger: silent,
    session: { strategy: 'jwt' as const },
  }
  return { basePath: `/${name}`, providers, adapter: memory(), ...common, ...config }
}

const LOGO_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32">' +
  '<rect width="120" height="32" rx="8" fill="#c2410c"/></svg>'
const LOGO = `data:image/svg+xml,${encodeURIComponent(LOGO_SVG)}`

export const applications: Readonly<Record<string, AuthConfig>> = {
  ltr: application('ltr'),
  rtl: application('rtl', { texts: arabic }),
  many: application('many', { providers: [...many, password] }),
  yellow: application('yellow', { theme: { brandColor: '#ffe600', logo: LOGO } }),
  black: application('black', { theme: { brandColor: 'black', colorScheme: 'dark' } }),
  white: application('white', {
    theme: { brandColor: 'white', colorScheme: 'light' },
    providers: [mail, password],
  }),
  rtlEnglish: application('rtlEnglish', { texts: { lang: 'ar', dir: 'rtl' } }),
  broken: application('broken', { adapter: {} }),
  brokenRtl: application('brokenRtl', { adapter: {}, texts: arabic }),
}
