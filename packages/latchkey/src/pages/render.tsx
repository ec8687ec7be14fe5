import type { JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { AccountDeletedPage, AccountPage, Page } from '../contract/pages.ts'
import { isOAuthProvider, type ResolvedProvider } from '../contract/providers.ts'
import { sha256 } from '../crypto/digest.ts'
import type { Theme } from '../types/pages.ts'
import type { Texts } from '../types/texts.ts'
import { AddressConfirmed, ConfirmAddress } from './address-change.tsx'
import { ConfirmLink } from './confirm-link.tsx'
import { Enroll } from './enroll.tsx'
import { ErrorMessage } from './error.tsx'
import { formScript } from './form-script.ts'
import { InterruptedForm } from './interrupted-form.tsx'
import { Layout } from './layout.tsx'
import { passkeyScript } from './passkey-script.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { NewPassword, ResetRequest, ResetSent } from './reset.tsx'
import { SignIn } from './sign-in.tsx'
import { SignOut } from './sign-out.tsx'
import { ConfirmSignUp, SignUp } from './sign-up.tsx'
import { hasPasswordField, styleSheet } from './style.ts'
import { errorText } from './texts.ts'
import { Verify } from './verify.tsx'
import { VerifyRequest } from './verify-request.tsx'

/** A page as HTML, with its content security policy. */
export interface RenderedPage {
  readonly html: string
  readonly contentSecurityPolicy: string
}

/** A page's appearance and texts. Both are already validated. */
export interface Appearance {
  readonly theme: Theme
  readonly texts: Texts
}

/** Renders a page, with a content security policy that allows only its own style and script. */
export async function render(
  page: Page,
  { theme, texts }: Appearance,
  origin: string | undefined,
): Promise<RenderedPage> {
  const account = isAccountPage(page) ? await import('./account/account.tsx') : undefined
  const css = styleSheet(theme, page) + (page.name === 'account' ? (account?.ACCOUNT_STYLE ?? '') : '')
  const scripts = chooseScripts(page)
  const document = renderToString(
    <Layout title={pageTitle(page, texts, theme)} css={css} theme={theme} texts={texts} scripts={scripts}>
      {isAccountPage(page) ? account?.renderAccount(page, texts) : pageContent(page, texts)}
    </Layout>,
  )
  return {
    html: `<!doctype html>${document}`,
    contentSecurityPolicy: policy(
      await hashSource(css),
      await Promise.all(scripts.map(hashSource)),
      scripts.includes(passkeyScript),
      theme,
      formTargets(page, origin),
      page.name === 'account' ? page.overview.user.image : null,
    ),
  }
}

/** Returns the scripts of the passkey form and of the field for a password. There are no others. */
function chooseScripts(page: Page): string[] {
  const hasPasskey =
    page.name === 'signIn'
      ? page.forms.some(({ passkey }) => passkey !== undefined)
      : page.name === 'verify' && page.asksFor.passkeyOptionsUrl !== undefined
  return [...(hasPasskey ? [passkeyScript] : []), ...(hasPasswordField(page) ? [formScript] : [])]
}

/** Returns what the page is about, and whose page it is. */
function pageTitle(page: Page, texts: Texts, { name }: Theme): string {
  const title = pageHeading(page, texts)
  return name === undefined ? title : `${title} – ${name}`
}

function pageHeading(page: Page, texts: Texts): string {
  if (page.name === 'interruptedForm' && !page.form) return texts.interruptedForm.lostTitle
  if (page.name === 'account')
    return page.section ? texts.account.sections[page.section] : texts.account.title
  if (page.name === 'accountDeleted') return texts.account.status.userDeleted
  return page.name === 'error' ? errorText(texts, page.error).title : texts[page.name].title
}

/** Loaded only with its pages. */
function isAccountPage(page: Page): page is AccountPage | AccountDeletedPage {
  return page.name === 'account' || page.name === 'accountDeleted'
}

function pageContent(page: Exclude<Page, AccountPage | AccountDeletedPage>, texts: Texts): JSX.Element {
  switch (page.name) {
    case 'signIn':
      return <SignIn page={page} texts={texts} />
    case 'verifyRequest':
      return <VerifyRequest page={page} texts={texts} />
    case 'confirmLink':
      return <ConfirmLink page={page} texts={texts} />
    case 'verify':
      return <Verify page={page} texts={texts} />
    case 'interruptedForm':
      return <InterruptedForm page={page} texts={texts} />
    case 'enroll':
      return <Enroll page={page} texts={texts} />
    case 'recoveryCodes':
      return <RecoveryCodes page={page} texts={texts} />
    case 'signUp':
      return <SignUp page={page} texts={texts} />
    case 'confirmSignUp':
    case 'verifyAddress':
      return <ConfirmSignUp page={page} texts={texts} />
    case 'resetRequest':
      return <ResetRequest page={page} texts={texts} />
    case 'resetSent':
      return <ResetSent page={page} texts={texts} />
    case 'newPassword':
      return <NewPassword page={page} texts={texts} />
    case 'confirmAddress':
      return <ConfirmAddress page={page} texts={texts} />
    case 'addressConfirmed':
      return <AddressConfirmed page={page} texts={texts} />
    case 'signOut':
      return <SignOut page={page} texts={texts} />
    case 'error':
      return <ErrorMessage page={page} texts={texts} />
  }
}

async function hashSource(text: string): Promise<string> {
  return `'sha256-${btoa(String.fromCharCode(...(await sha256(text))))}'`
}

/** Returns a page's content security policy. @see https://www.w3.org/TR/CSP3/ */
function policy(
  styleHash: string,
  scriptHashes: readonly string[],
  sendsRequests: boolean,
  theme: Theme,
  formTargets: string,
  picture: string | null,
): string {
  const images = new Set(
    [theme.logo, picture].filter((url) => url?.startsWith('https:') && URL.canParse(url)),
  )
  const origins = [...images].map((url) => ` ${new URL(url ?? '').origin}`).join('')
  return [
    "default-src 'none'",
    `style-src ${styleHash}`,
    ...(scriptHashes.length > 0 ? [`script-src ${scriptHashes.join(' ')}`] : []),
    ...(sendsRequests ? ["connect-src 'self'"] : []),
    `img-src 'self' data:${origins}`,
    `form-action ${formTargets}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/**
 * Returns the hosts to which forms may lead. Chromium also applies `form-action` to a form's
 * redirects, and a sign-in can redirect to any of a provider's hosts.
 */
function formTargets(page: Page, origin: string | undefined): string {
  if (origin?.startsWith('http:')) return "'self' https: http:"
  return ["'self' https:", ...new Set(listProviders(page).flatMap(httpOrigins))].join(' ')
}

/** Returns the providers to which the page's forms may lead. */
function listProviders(page: Page): readonly ResolvedProvider[] {
  if (page.name === 'signIn') return page.forms.map(({ provider }) => provider)
  return (page.name === 'signOut' && page.providers) || []
}

/** Returns a provider's origins without TLS, such as one on the developer's machine. */
function httpOrigins(provider: ResolvedProvider): string[] {
  if (!isOAuthProvider(provider)) return []
  return [provider.issuer, provider.authorization.url, provider.endSession?.url].flatMap((url) => {
    const { origin } = (url && URL.parse(url)) || {}
    // A host's name can contain characters that would end the directive.
    return origin && /^http:\/\/[\w.:[\]-]+$/.test(origin) ? [origin] : []
  })
}
