import { html, type Markup, trustedMarkup } from './html.ts'
import { API_PATH } from './profile-api.ts'
import { renderPage } from './theme.ts'
import type { TestUser } from './users.ts'

interface ScopeText {
  readonly title: string
  readonly description: (user: TestUser) => string
}

const SCOPES: ReadonlyMap<string, ScopeText> = new Map<string, ScopeText>([
  ['openid', { title: 'Your identity', description: ({ sub }) => `Your user id: ${sub}` }],
  [
    'profile',
    {
      title: 'Your profile',
      description: (user) => `Your name (${user.name}), user name, language and picture if you have one`,
    },
  ],
  [
    'email',
    {
      title: 'Your e-mail address',
      description: (user) => `${user.email} (${user.email_verified ? 'verified' : 'not verified'})`,
    },
  ],
  [
    'offline_access',
    { title: 'Offline access', description: () => 'A refresh token, which stays valid after you leave' },
  ],
])

/** Renders the list of test users, one button each. The user of `login_hint` comes first. */
export function chooseUserPage(page: {
  clientName: string
  users: readonly TestUser[]
  hint: string | undefined
}): string {
  const { clientName, users, hint } = page
  const hinted = users.filter(
    ({ email, sub }) => hint !== undefined && [email, sub].includes(hint.toLowerCase()),
  )
  const others = users.filter((user) => !hinted.includes(user))
  return renderPage({
    product: 'Playground ID',
    title: 'Choose a test user',
    content: html`<form class="card" method="post">
<h1>Choose a test user</h1>
<p>Sign in to <strong>${clientName}</strong> with Playground ID. You do not need a password.</p>
<div class="stack">
${hinted.map((user) => userButton(user, 'suggested'))}${others.map((user) => userButton(user))}
</div>
<div class="stack"><button class="plain" name="choice" value="cancel">Cancel</button></div>
</form>`,
  })
}

/**
 * Renders the consent prompt: the application, the user, the requested data, and the address to
 * which the user returns.
 */
export function consentPage(page: {
  clientName: string
  user: TestUser
  scopes: readonly string[]
  returnsTo: string
}): string {
  const { clientName, user, scopes, returnsTo } = page
  return renderPage({
    product: 'Playground ID',
    title: `Allow ${clientName}?`,
    content: html`<form class="card" method="post">
<h1>Allow ${clientName} to access your data?</h1>
<div class="user bare">${userLine(user)}</div>
<ul class="plain lines">${scopes.map((scope) => scopeLine(scope, user))}</ul>
<p class="small secondary">You will be returned to <code>${returnsTo}</code>.
Playground ID remembers your consent until you sign out here.</p>
<div class="stack">
<button class="main" name="choice" value="allow">Allow</button>
<button class="plain" name="choice" value="cancel">Cancel</button>
</div>
</form>`,
  })
}

/**
 * Renders an error: a message, how to fix it if that is known, and the error code of the standard.
 */
export function errorPage(page: { message: string; code: string; fix: string | undefined }): string {
  return renderPage({
    product: 'Playground ID',
    title: 'Something went wrong',
    content: html`<div class="card">
<h1>Something went wrong</h1>
<p>${page.message}</p>
${page.fix && html`<p>${page.fix}</p>`}
<p class="small secondary">Error code: <code>${page.code}</code></p>
</div>`,
  })
}

/** Renders the sign-out prompt. `form` is the form of `oidc-provider` that the buttons submit. */
export function signOutPage(page: { form: string; clientName: string | undefined }): string {
  return renderPage({
    product: 'Playground ID',
    title: 'Sign out?',
    content: html`<div class="card">
<h1>Sign out of Playground ID?</h1>
<p>${page.clientName ? html`<strong>${page.clientName}</strong> has signed you out. ` : ''}
If you stay signed in, other applications can sign you in as the same user.</p>
${trustedMarkup(page.form)}
<div class="stack">
<button class="main" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button class="plain" form="op.logoutForm">Stay signed in</button>
</div>
</div>`,
  })
}

/** Renders the end of a sign-out when the application gives no address to return to. */
export function signedOutPage({ clientName }: { clientName: string | undefined }): string {
  const effect = clientName
    ? html`<strong>${clientName}</strong> can no longer access your data.`
    : 'You are signed out of Playground ID in this browser.'
  return renderPage({
    product: 'Playground ID',
    title: 'Signed out',
    content: html`<div class="card">
<h1>You are signed out</h1>
<p>${effect} You can close this page.</p>
</div>`,
  })
}

/**
 * Renders the page at the address of the issuer: what it is, its test users, and the data that an
 * application needs.
 */
export function homePage(page: {
  issuer: string
  users: readonly TestUser[]
  clientNames: readonly string[]
}): string {
  return renderPage({
    product: 'Playground ID',
    title: 'An OpenID provider for testing',
    content: html`<div class="card">
<h1>An OpenID provider for testing</h1>
<p>Real OpenID Connect with fictional users.
To try it, sign in to an application that uses it: ${page.clientNames.join(', ')}.</p>
<h2>Test users</h2>
<ul class="plain">${page.users.map((user) => html`<li class="user bare">${userLine(user)}</li>`)}</ul>
<h2>Connect your application</h2>
<dl><dt>Issuer</dt><dd><code>${page.issuer}</code></dd>
<dt>API</dt><dd><code>GET ${API_PATH}</code></dd></dl>
<p><a href="/.well-known/openid-configuration">Discovery document</a> ·
<a href="/session/end">Sign out</a></p>
</div>`,
  })
}

function userButton(user: TestUser, note?: string): Markup {
  return html`<button class="user" name="choice" value="${user.sub}">${userLine(user, note)}</button>`
}

function userLine({ name, given_name, email, email_verified, picturePath }: TestUser, note?: string): Markup {
  const avatar = picturePath
    ? html`<img class="avatar" src="${picturePath}" alt="" width="44" height="44">`
    : html`<span class="avatar" aria-hidden="true">${given_name.slice(0, 1)}</span>`
  const unverified = !email_verified && html`<span class="note">e-mail address not verified</span>`
  const hintNote = note !== undefined && html`<span class="note good">${note}</span>`
  return html`${avatar}<span class="user-text"><strong>${name}</strong>
<span class="secondary small">${email}</span>
<span class="notes">${unverified}${hintNote}</span></span>`
}

function scopeLine(scope: string, user: TestUser): Markup | undefined {
  const text = SCOPES.get(scope)
  return (
    text &&
    html`<li><strong>${text.title}</strong>
<span class="secondary small">${text.description(user)}</span></li>`
  )
}
