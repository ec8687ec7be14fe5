import type { JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Page, Theme } from '../contract.ts'
import { sha256 } from '../security/digest.ts'
import { ConfirmLink } from './confirm-link.tsx'
import { ErrorMessage } from './error.tsx'
import { Layout, logoUrl } from './layout.tsx'
import { SignIn } from './sign-in.tsx'
import { SignOut } from './sign-out.tsx'
import { styleSheet } from './style.ts'
import { errorText, texts } from './texts.ts'
import { VerifyRequest } from './verify-request.tsx'

export interface RenderedPage {
  readonly html: string
  readonly contentSecurityPolicy: string
}

/** A page as HTML, and the policy under which browsers run nothing but what stands in it. */
export async function render(page: Page, theme: Theme, origin: string | undefined): Promise<RenderedPage> {
  const css = styleSheet(theme, page.name === 'signIn' ? page.forms : [])
  const document = renderToString(
    <Layout title={titleOf(page)} css={css} theme={theme}>
      {contentOf(page)}
    </Layout>,
  )
  return { html: `<!doctype html>${document}`, contentSecurityPolicy: policy(await hashOf(css), theme, origin) }
}

function titleOf(page: Page): string {
  return page.name === 'error' ? errorText(page.error).title : texts[page.name].title
}

function contentOf(page: Page): JSX.Element {
  switch (page.name) {
    case 'signIn':
      return <SignIn page={page} />
    case 'verifyRequest':
      return <VerifyRequest page={page} />
    case 'confirmLink':
      return <ConfirmLink page={page} />
    case 'signOut':
      return <SignOut page={page} />
    case 'error':
      return <ErrorMessage page={page} />
  }
}

async function hashOf(css: string): Promise<string> {
  return `'sha256-${btoa(String.fromCharCode(...(await sha256(css))))}'`
}

/** @see https://www.w3.org/TR/CSP3/ */
function policy(styleHash: string, theme: Theme, origin: string | undefined): string {
  const logo = logoUrl(theme)
  const logoOrigin = logo?.startsWith('https:') ? ` ${new URL(logo).origin}` : ''
  // Chromium holds a form's redirects to `form-action` too, and a sign-in redirects to whatever hosts a provider uses.
  const formTargets = origin?.startsWith('http:') ? "'self' https: http:" : "'self' https:"
  return [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `img-src 'self' data:${logoOrigin}`,
    `form-action ${formTargets}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
