import { describe, expect, it } from 'vitest'
import { resolveTheme } from '../config/theme.ts'
import type { Page, SignInForm, SignInPage } from '../contract/pages.ts'
import type { ResolvedProvider } from '../contract/providers.ts'
import { sha256 } from '../crypto/digest.ts'
import type { Theme } from '../types/pages.ts'
import type { Texts } from '../types/texts.ts'
import { passkeyScript } from './passkey-script.ts'
import { type Appearance, render } from './render.tsx'
import { english } from './texts.ts'

const HOSTILE = `"><img src=x onerror=alert(1)></style><script>alert(2)</script>'&`

function oauth(name: string, brandColor?: string): ResolvedProvider {
  return { id: 'idp', name, type: 'oidc', authorization: {}, style: { brandColor } } as ResolvedProvider
}

const hostileForm: ResolvedProvider = {
  id: 'credentials',
  name: HOSTILE,
  type: 'credentials',
  credentials: { [HOSTILE]: { label: HOSTILE, placeholder: HOSTILE, value: HOSTILE, type: HOSTILE } },
  account: undefined,
  authorize: () => null,
}

function signInPage(...providers: ResolvedProvider[]): SignInPage {
  const forms = providers.map((provider) => ({ provider, action: 'https://app.test/auth/signin/idp' }))
  return {
    name: 'signIn',
    forms,
    csrfToken: 'token',
    callbackUrl: 'https://app.test/x?a="b"&c',
    error: HOSTILE,
    reference: undefined,
    email: HOSTILE,
  }
}

/** Resolves the theme as the configuration does. */
function resolveAppearance(theme: Theme = {}, texts: Partial<Texts> = {}): Appearance {
  const logger = { error: () => {}, warn: () => {}, debug: () => {} }
  return { theme: resolveTheme({ providers: [], theme, logger }, logger), texts: { ...english, ...texts } }
}

const passkeyForm: SignInForm = {
  provider: {
    ...(hostileForm as object),
    id: 'passkey',
    name: HOSTILE,
    type: 'webauthn',
    formFields: { [HOSTILE]: { label: HOSTILE } },
  } as unknown as ResolvedProvider,
  action: `https://app.test/auth/callback/passkey?${HOSTILE}`,
  passkey: { optionsUrl: `https://app.test/auth/webauthn-options/passkey?${HOSTILE}`, purpose: 'sign in' },
}

const interruptedFormPage: Page = {
  name: 'interruptedForm',
  form: {
    action: `https://app.test/x?${HOSTILE}`,
    isMultipart: true,
    fields: [[HOSTILE, HOSTILE]],
  },
  callbackUrl: `https://app.test/x?${HOSTILE}`,
}

const pages: Page[] = [
  signInPage(oauth(HOSTILE, `red}${HOSTILE}`), hostileForm),
  {
    name: 'confirmLink',
    action: 'https://app.test/x',
    email: HOSTILE,
    token: HOSTILE,
    csrfToken: 'token',
    callbackUrl: HOSTILE,
  },
  { name: 'verifyRequest', homeUrl: 'https://app.test' },
  {
    name: 'interruptedForm',
    form: { action: 'https://app.test/x', isMultipart: true, fields: [[HOSTILE, HOSTILE]] },
    callbackUrl: HOSTILE,
  },
  {
    name: 'signOut',
    action: 'https://app.test/auth/signout',
    csrfToken: 'token',
    callbackUrl: 'https://app.test',
  },
  {
    name: 'error',
    error: HOSTILE,
    reference: '01234567',
    signInUrl: 'https://app.test/auth/signin',
    homeUrl: 'https://app.test',
  },
  { name: 'error', error: '__proto__', reference: undefined, signInUrl: undefined, homeUrl: undefined },
  interruptedFormPage,
]

const hostileTheme = {
  brandColor: `red}${HOSTILE}`,
  buttonText: HOSTILE,
  logo: 'javascript:alert(1)',
  colorScheme: HOSTILE,
} as unknown as Theme

describe.each(pages.map((page) => [page.name, page] as const))('the %s page', (_, page) => {
  // proves P-PG-1, P-PG-2
  it('escapes hostile text', async () => {
    const { html } = await render(page, resolveAppearance(hostileTheme), 'https://app.test')
    expect(html).not.toContain(HOSTILE)
    expect(html).not.toMatch(/<script|<img|""|"[^"=<>]*onerror/)
    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(html).not.toContain('javascript:')
  })

  // proves P-PG-3, P-PG-4
  it('allows only its own style sheet', async () => {
    const { html, contentSecurityPolicy } = await render(
      page,
      resolveAppearance({ brandColor: 'rebeccapurple' }),
      'https://app.test',
    )
    const [, css = ''] = html.match(/<style>([\s\S]*)<\/style>/) ?? []
    const hash = btoa(String.fromCharCode(...(await sha256(css))))
    expect(contentSecurityPolicy).toContain(`default-src 'none'; style-src 'sha256-${hash}';`)
    expect(contentSecurityPolicy).toContain("frame-ancestors 'none'")
  })
})

it('leaves a gap between an interrupted form and the button below it', async () => {
  const { html } = await render(interruptedFormPage, resolveAppearance(), 'https://app.test')
  expect(html).toMatch(/<\/form><a class="button/)
  expect(html).toMatch(/form\+\.button\{margin-block-start:/)
})

describe('the sign-in page with passkeys', () => {
  const page = { ...signInPage(), forms: [passkeyForm] }

  // proves P-PG-3, P-PG-4
  it('contains one script, the same for every configuration, and allows it by its hash', async () => {
    const { html, contentSecurityPolicy } = await render(
      page,
      resolveAppearance(hostileTheme),
      'https://app.test',
    )
    const [, script = ''] = html.match(/<script>([\s\S]*)<\/script>/) ?? []
    expect(script).toBe(passkeyScript)
    const hash = btoa(String.fromCharCode(...(await sha256(script))))
    expect(contentSecurityPolicy).toContain(`; script-src 'sha256-${hash}'; connect-src 'self'; `)
  })

  it('escapes hostile text', async () => {
    const { html } = await render(page, resolveAppearance(hostileTheme), 'https://app.test')
    expect(html).not.toContain(HOSTILE)
    expect(html.replace(/<script>[\s\S]*<\/script>/, '')).not.toMatch(/<script|<img|""|"[^"=<>]*onerror/)
  })
})

// proves P-PG-3
it('the sign-in page has no style or script in an attribute', async () => {
  const { html } = await render(signInPage(oauth('One', '#123456')), resolveAppearance(), undefined)
  expect(html).not.toMatch(/ style=| on[a-z]+=/)
})

describe('the hosts that forms on the sign-in page may redirect to', () => {
  async function formTargets(origin: string, ...urls: string[]): Promise<string | undefined> {
    const providers = urls.map((issuer) => ({ ...oauth('One'), issuer }) as ResolvedProvider)
    const { contentSecurityPolicy } = await render(signInPage(...providers), resolveAppearance(), origin)
    return /; form-action ([^;]*);/.exec(contentSecurityPolicy)?.[1]
  }

  // proves WEB-8, P-PG-3
  it('include the origins of providers that are served by http', async () => {
    const urls = ['http://localhost:8080/realms/one', 'http://[::1]:9', 'http://127.0.0.1', 'https://id.test']
    expect(await formTargets('https://app.test', ...urls, ...urls)).toBe(
      "'self' https: http://localhost:8080 http://[::1]:9 http://127.0.0.1",
    )
    expect(await formTargets('http://app.test', ...urls)).toBe("'self' https: http:")
  })

  // proves WEB-8, P-PG-3
  it('include the origin of an authorization endpoint', async () => {
    const authorization = { url: 'http://localhost:8080/authorize', params: {} }
    const provider = { ...oauth('One'), issuer: 'https://id.test', authorization } as ResolvedProvider
    const { contentSecurityPolicy } = await render(
      signInPage(provider),
      resolveAppearance(),
      'https://app.test',
    )
    expect(contentSecurityPolicy).toContain("; form-action 'self' https: http://localhost:8080; ")
  })

  // proves WEB-8, P-PG-3
  it.each(['http://a;script-src', 'http://a,b', 'http://*', 'ftp://a', 'http:', 'no URL'])(
    'do not include %s',
    async (url) => {
      expect(await formTargets('https://app.test', url)).toBe("'self' https:")
    },
  )
})

describe('the theme of a page', () => {
  // proves CFG-38, §15
  it.each(['#fff', 'rebeccapurple', 'rgb(1 2 3)', 'oklch(0.7 0.1 200)'])(
    'uses the colour %s',
    async (brandColor) => {
      expect((await render(signInPage(), resolveAppearance({ brandColor }), undefined)).html).toContain(
        `:root{--brand:${brandColor};--on-brand:#`,
      )
    },
  )

  // proves CFG-38, §15
  it.each(['https://cdn.test/logo.svg', '/logo.svg', 'data:image/png;base64,AAAA'])(
    'uses the logo %s',
    async (logo) => {
      const { html, contentSecurityPolicy } = await render(
        signInPage(),
        resolveAppearance({ logo }),
        'https://app.test',
      )
      expect(html).toContain(`src="${logo}"`)
      expect(contentSecurityPolicy.includes('https://cdn.test')).toBe(logo.startsWith('https:'))
    },
  )

  it.each(['https://cdn.test;x/logo.svg', 'https://cdn.test,x/logo.svg'])(
    'rejects the logo %s, which would truncate the Content-Security-Policy',
    async (logo) => {
      const { html, contentSecurityPolicy } = await render(
        signInPage(),
        resolveAppearance({ logo }),
        undefined,
      )
      expect(html).not.toContain('<img')
      expect(contentSecurityPolicy).toContain("img-src 'self' data:; form-action")
    },
  )

  // proves §8.2 l
  it('gives each provider its icon', async () => {
    const { html } = await render(
      signInPage(oauth('One', '#123456'), oauth('Two')),
      resolveAppearance(),
      undefined,
    )
    expect(html).toContain('.icon-0{--icon:#123456;--on-icon:#fff}')
    expect(html).not.toContain('.icon-1{')
  })

  it.each([
    ['/logos/one.svg', true],
    ['data:image/svg+xml,%3Csvg/%3E', true],
    ['https://cdn.test/one.svg', false],
    ['javascript:alert(1)', false],
  ])('shows the provider logo %s only if it is not loaded from another site: %s', async (logo, isShown) => {
    const provider = { ...oauth('One'), style: { logo } } as ResolvedProvider
    const { html } = await render(signInPage(provider), resolveAppearance(), undefined)
    expect({
      hasImage: html.includes(`<img class="icon" src="${logo}"`),
      hasUrl: html.includes(logo),
    }).toEqual({ hasImage: isShown, hasUrl: isShown })
  })

  it('shows the icon of a provider in its colour instead of the first letter of its name', async () => {
    const page = signInPage(oauth('One', '#123456'), oauth('Two'))
    const forms = page.forms.map((form, index) =>
      index === 0 ? { ...form, icon: 'M0 0h24v24z"><script>' } : form,
    )
    const { html } = await render({ ...page, forms }, resolveAppearance(), undefined)
    expect(html).toMatch(/<svg class="icon icon-0"[^>]*><path d="M0 0h24v24z&quot;>/)
    expect(html).toContain('<span class="icon letter icon-1" aria-hidden="true">T</span>')
    expect(html).not.toContain('<script')
  })

  it('works for right-to-left languages: no rule contains `left` or `right`', async () => {
    const { html } = await render(signInPage(), resolveAppearance(), undefined)
    expect(html).not.toMatch(/\b(?:left|right)\b/)
  })
})

/** Replaces every text with one hostile text. */
function hostile<T>(texts: T): T {
  if (typeof texts === 'string') return HOSTILE as T
  if (typeof texts === 'function') return ((value: string) => `${HOSTILE}${value}`) as T
  return Object.fromEntries(Object.entries(texts as object).map(([key, text]) => [key, hostile(text)])) as T
}

describe.each(pages.map((page) => [page.name, page] as const))('the texts of the %s page', (_, page) => {
  it('are escaped', async () => {
    const { html } = await render(page, resolveAppearance({}, hostile(english)), undefined)
    expect(html).toContain('&lt;script>alert(2)')
    expect(html).not.toMatch(/<script|<img/)
  })
})

describe('a value in a text', () => {
  it.each(['GitHub', 'گیت‌هاب', '<b>', '{0}', 'i', 'Sign'])(
    '%s is isolated from the text direction around it',
    async (name) => {
      const { html } = await render(signInPage(oauth(name)), resolveAppearance(), undefined)
      expect(html).toContain(`Sign in with <bdi>${name.replaceAll('<', '&lt;')}</bdi>`)
    },
  )

  it('can be omitted or used twice', async () => {
    const signIn = {
      ...english.signIn,
      with: (name: string) => (name === 'One' ? 'Go on' : `${name}, ${name}!`),
    }
    const { html } = await render(
      signInPage(oauth('One'), oauth('Two')),
      resolveAppearance({}, { signIn }),
      undefined,
    )
    expect(html).toContain('>Go on<')
    expect(html).toContain('<bdi>Two</bdi>, <bdi>Two</bdi>!')
  })
})
