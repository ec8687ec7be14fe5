import fc from 'fast-check'
import { expect, it } from 'vitest'
import { resolveTheme } from '../../src/config/theme.ts'
import type { Page, SignInForm } from '../../src/contract/pages.ts'
import type { ResolvedProvider } from '../../src/contract/providers.ts'
import { composeMail } from '../../src/mail/messages/compose.tsx'
import { type Appearance, render } from '../../src/pages/render.tsx'
import { english } from '../../src/pages/texts.ts'
import type { Theme } from '../../src/types/pages.ts'
import { hostileText, hostileUrl, joinedText, withOneChange } from './hostile.ts'
import { type Document, readHtml } from './read-html.ts'
import { holdsFor } from './runs.ts'

const WORDS = [
  'AccessDenied',
  'Configuration',
  'CredentialsSignin',
  'OAuthAccountNotLinked',
  '__proto__',
  'constructor',
  'toString',
  '',
]
const text = fc.oneof(
  hostileText,
  joinedText([
    '</style>',
    '</title>',
    '</h1>',
    '"',
    "'",
    '<',
    '>',
    '&',
    '&quot;',
    '&#0;',
    '<!--',
    '-->',
    'a',
    ' onload=',
    '=',
  ]),
)
const word = fc.oneof(fc.constantFrom(...WORDS), text)
const optional = fc.option(text, { nil: undefined })
const colour = fc.oneof(
  withOneChange(fc.constantFrom('#fff', 'rebeccapurple', 'rgb(1 2 3 / 50%)', 'oklch(0.7 0.1 200)')),
  joinedText(['red', '}', '{', ';', '</style>', 'url(', '#', '(', ')', '--x:', '/*']),
)
const pictures = fc.constantFrom('https://cdn.test/logo.svg', '/logo.svg', 'data:image/png;base64,AAAA')
const logo = fc.oneof(
  withOneChange(pictures),
  withOneChange(pictures, joinedText([';', ',', ' ', "';script-src *"], 2)),
  hostileUrl,
)
const theme = fc.record(
  {
    colorScheme: fc.oneof(fc.constantFrom('auto', 'dark', 'light'), text),
    logo,
    brandColor: colour,
    buttonText: colour,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Theme>

/** Resolves the theme as the configuration does. */
function resolveAppearance(given: Theme): Appearance {
  const logger = { error: () => {}, warn: () => {}, debug: () => {} }
  return { theme: resolveTheme({ providers: [], theme: given, logger }, logger), texts: english }
}

const input = fc.record(
  { label: text, type: text, placeholder: text, value: text, autocomplete: text, required: fc.boolean() },
  { requiredKeys: [] },
)
const address = fc.oneof(
  text,
  hostileUrl,
  withOneChange(fc.constantFrom('http://idp.test:8080/a', 'http://[::1]/', 'http://a;b/')),
)
const provider = fc.oneof(
  fc.record({
    id: fc.constant('idp'),
    name: text,
    type: fc.constant('oidc'),
    style: fc.record({ brandColor: colour }, { requiredKeys: [] }),
    // Their origins reach the Content-Security-Policy.
    issuer: fc.option(address, { nil: undefined }),
    authorization: fc.record({ url: address }, { requiredKeys: [] }),
  }),
  fc.record({
    id: fc.constant('password'),
    name: text,
    type: fc.constant('credentials'),
    credentials: fc.dictionary(text, input, { maxKeys: 2 }),
  }),
  fc.record({ id: fc.constant('mail'), name: text, type: fc.constant('email') }),
) as fc.Arbitrary<unknown> as fc.Arbitrary<ResolvedProvider>
const form: fc.Arbitrary<SignInForm> = fc.record({ provider, action: text })
const hidden = { csrfToken: optional, callbackUrl: text }

const pages: fc.Arbitrary<Page> = fc.oneof(
  fc.record({
    name: fc.constant('signIn' as const),
    forms: fc.array(form, { maxLength: 3 }),
    ...hidden,
    error: fc.option(word, { nil: undefined }),
    reference: optional,
    email: optional,
  }),
  fc.record({ name: fc.constant('signOut' as const), action: text, ...hidden }),
  fc.record({
    name: fc.constant('error' as const),
    error: word,
    reference: optional,
    signInUrl: optional,
    homeUrl: optional,
  }),
  fc.record({ name: fc.constant('confirmLink' as const), action: text, email: text, token: text, ...hidden }),
  fc.record({ name: fc.constant('verifyRequest' as const), homeUrl: text }),
)

/** Returns the same page with a harmless text in place of every external text. */
function withHarmlessTexts<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (name, inner: unknown) =>
    typeof inner === 'string' && !['name', 'type', 'id', 'error'].includes(name) && inner !== ''
      ? 'x'
      : inner,
  )
}

/**
 * Returns the structure that a browser builds: elements, their ancestors, and the names of their
 * attributes.
 */
function skeleton({ elements }: Document): string[] {
  return elements.map(
    ({ tag, attributes, ancestors }) => `${ancestors} > ${tag} ${[...attributes.keys()].join(' ')}`,
  )
}

const ELEMENTS = new Set([
  'html',
  'head',
  'meta',
  'title',
  'style',
  'body',
  'main',
  'img',
  'h1',
  'p',
  'form',
  'input',
  'label',
  'button',
  'span',
  'div',
  'a',
  'code',
  'bdi',
])
const ATTRIBUTES = new Set([
  ...[
    'lang',
    'dir',
    'class',
    'charset',
    'name',
    'content',
    'src',
    'alt',
    'role',
    'method',
    'action',
    'type',
    'value',
    'aria-hidden',
    'href',
    'id',
    'aria-describedby',
    'aria-invalid',
    'formaction',
    'formnovalidate',
  ],
  ...['placeholder', 'autocomplete', 'required'],
])

const HEAD_OF_MAIL = ['html', 'head', 'meta', 'meta', 'meta', 'title']

const FORM_TARGET = /^(?:'self'|https:|http:\/\/[\w.:[\]-]+)$/

// proves P-PG-1, P-PG-2, P-HT-4, WEB-8
it('no external text changes the structure of a page', async () => {
  await holdsFor(
    fc.tuple(pages, theme),
    async ([page, given]) => {
      const appearance = resolveAppearance(given)
      const { html, contentSecurityPolicy } = await render(page, appearance, 'https://app.test')
      const [targets = ''] = /(?<=form-action )[^;]*/.exec(contentSecurityPolicy) ?? []
      for (const target of targets.split(' ')) expect(target).toMatch(FORM_TARGET)
      const document = readHtml(html)
      for (const { tag, attributes } of document.elements) {
        expect(ELEMENTS).toContain(tag)
        for (const name of attributes.keys()) expect(ATTRIBUTES).toContain(name)
      }
      expect(
        document.elements.filter(({ tag }) => tag === 'style' || tag === 'title' || tag === 'html'),
      ).toHaveLength(3)
      expect(document.texts[0]).toMatch(/^[A-Z][a-z -]+$/)
      const { html: harmless } = await render(withHarmlessTexts(page), appearance, 'https://app.test')
      expect(skeleton(document)).toEqual(skeleton(readHtml(harmless)))
      if ('callbackUrl' in page) {
        const values = document.elements
          .filter(({ attributes }) => attributes.get('name') === 'callbackUrl')
          .map(({ attributes }) => attributes.get('value'))
        expect(new Set(values)).toEqual(
          new Set(page.name === 'signIn' && page.forms.length === 0 ? [] : [page.callbackUrl]),
        )
      }
      return page.name
    },
    { share: 0.2, outcomes: ['signIn', 'signOut', 'error', 'confirmLink', 'verifyRequest'] },
  )
})

// proves P-PG-1
it('no theme can end the style sheet, start a rule, or load anything other than an image', async () => {
  const bare: Page = { name: 'verifyRequest', homeUrl: 'https://app.test' }
  const { html: plain } = await render(bare, resolveAppearance({}), undefined)
  const [defaultCss = ''] = readHtml(plain).texts.filter((content) => content.includes('color-scheme'))
  await holdsFor(
    theme,
    async (given) => {
      const { html, contentSecurityPolicy } = await render(bare, resolveAppearance(given), undefined)
      const { elements, texts } = readHtml(html)
      const [css = ''] = texts.filter((content) => content.includes('color-scheme'))
      expect(css.startsWith(defaultCss)).toBe(true)
      expect(css.slice(defaultCss.length)).toMatch(
        /^(?::root\{(?:--(?:brand|on-brand|bound):[#\w\s.,%/()-]+;?)+\})?$/,
      )
      const names = contentSecurityPolicy.split(';').map((directive) => directive.trim().split(' ', 1)[0])
      expect(names).toEqual([
        'default-src',
        'style-src',
        'img-src',
        'form-action',
        'frame-ancestors',
        'base-uri',
      ])
      expect(contentSecurityPolicy).toMatch(/^[^,\n\r]+$/)
      const source = elements.find(({ tag }) => tag === 'img')?.attributes.get('src')
      if (source === undefined) return css === defaultCss ? 'default' : 'colour'
      expect(source).toBe(given.logo)
      const url = new URL(source, 'https://app.test')
      expect(['https:', 'data:']).toContain(url.protocol)
      if (!/^https:/i.test(source) && url.protocol === 'https:') expect(url.origin).toBe('https://app.test')
      return 'image'
    },
    { share: 0.5, outcomes: ['default', 'colour', 'image'] },
  )
})

// proves P-PG-1, P-LG-2
it('no external text changes the structure of an e-mail with a link', async () => {
  const query = fc.record({ callbackUrl: text, token: text, email: text })
  await holdsFor(
    fc.tuple(query, fc.constantFrom('https://app.test', 'http://[::1]:3000'), theme),
    async ([fields, origin, given]) => {
      const url = new URL(`${origin}/auth/callback/email`)
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
      const options = { host: url.host, theme: resolveAppearance(given).theme, texts: english }
      const { subject, text: plain, html } = composeMail({ type: 'signIn', url: url.href }, options)
      expect(subject).toBe(`Sign in to ${url.host}`)
      expect(plain.split('\n')).toHaveLength(6)
      const { elements } = readHtml(html)
      const tags = elements.map(({ tag }) => tag)
      const body = tags.indexOf('body')
      // With one colour scheme, there is no style sheet.
      expect(tags.slice(0, body).filter((tag) => tag !== 'style')).toEqual(HEAD_OF_MAIL)
      expect(tags.slice(body)).toEqual(['body', 'div', 'h1', 'p', 'a', 'p'])
      const link = elements.find(({ tag }) => tag === 'a')?.attributes
      expect(link?.get('href')).toBe(url.href)
      expect(link?.get('style')).toMatch(/^[a-z0-9:;#-]+(?: [a-z0-9:;#-]+)*$/i)
      expect(link?.get('style')?.split(';')).toHaveLength(7)
      return 'mail'
    },
    { share: 0.5 },
  )
})
