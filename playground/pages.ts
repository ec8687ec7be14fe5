import { html, type Markup, trustedMarkup } from './html.ts'
import { renderPage } from './look.ts'
import type { Person } from './people.ts'

interface ScopeMeaning {
  readonly gives: string
  readonly means: (person: Person) => string
}

const SCOPES: ReadonlyMap<string, ScopeMeaning> = new Map<string, ScopeMeaning>([
  ['openid', { gives: 'Who you are', means: ({ sub }) => `Your identifier here: ${sub}` }],
  [
    'profile',
    {
      gives: 'Your profile',
      means: (person) => `Your name (${person.name}), user name, language and picture if you have one`,
    },
  ],
  [
    'email',
    {
      gives: 'Your e-mail address',
      means: (person) => `${person.email} (${person.email_verified ? 'verified' : 'not verified'})`,
    },
  ],
  [
    'offline_access',
    { gives: 'Access while you are away', means: () => 'A refresh token, which outlasts this visit' },
  ],
])

/** "Who do you want to be?": one button for each person, the one that the application hinted at first. */
export function choosePersonPage(page: {
  clientName: string
  people: readonly Person[]
  hint: string | undefined
}): string {
  const { clientName, people, hint } = page
  const hinted = people.filter(
    ({ email, sub }) => hint !== undefined && [email, sub].includes(hint.toLowerCase()),
  )
  const others = people.filter((person) => !hinted.includes(person))
  return renderPage({
    product: 'Playground ID',
    title: 'Who do you want to be?',
    content: html`<form class="card" method="post">
<h1>Who do you want to be?</h1>
<p><strong>${clientName}</strong> asks Playground ID to sign you in. Choose a person; there is no password.</p>
<div class="stack">${hinted.map((person) => personButton(person, 'suggested'))}${others.map((person) => personButton(person))}</div>
<div class="stack"><button class="plain" name="choice" value="cancel">Cancel</button></div>
</form>`,
  })
}

/** "Allow it?": which application gets what, as whom, and where the visitor is sent next. */
export function consentPage(page: {
  clientName: string
  person: Person
  scopes: readonly string[]
  returnsTo: string
}): string {
  const { clientName, person, scopes, returnsTo } = page
  return renderPage({
    product: 'Playground ID',
    title: `Allow ${clientName}?`,
    content: html`<form class="card" method="post">
<h1>Allow ${clientName} to see this?</h1>
<div class="person bare">${personLine(person)}</div>
<ul class="plain lines">${scopes.map((scope) => scopeLine(scope, person))}</ul>
<p class="small soft">Either way you go back to <code>${returnsTo}</code>. Playground ID remembers that you allowed it until you sign out here.</p>
<div class="stack">
<button class="main" name="choice" value="allow">Allow</button>
<button class="plain" name="choice" value="cancel">Cancel</button>
</div>
</form>`,
  })
}

/** What went wrong, in words, with the standard's code and the cure where there is one. */
export function errorPage(page: { message: string; code: string; cure: string | undefined }): string {
  return renderPage({
    product: 'Playground ID',
    title: 'That did not work',
    content: html`<div class="card">
<h1>That did not work</h1>
<p>${page.message}</p>
${page.cure && html`<p>${page.cure}</p>`}
<p class="small soft">Error code: <code>${page.code}</code></p>
</div>`,
  })
}

/** "Sign out here, too?"; `form` is the form of `oidc-provider` that the buttons send. */
export function signOutPage(page: { form: string; clientName: string | undefined }): string {
  return renderPage({
    product: 'Playground ID',
    title: 'Sign out?',
    content: html`<div class="card">
<h1>Sign out of Playground ID?</h1>
<p>${page.clientName ? html`<strong>${page.clientName}</strong> has signed you out. ` : ''}If you stay, the next application can sign you in as the same person.</p>
${trustedMarkup(page.form)}
<div class="stack">
<button class="main" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button class="plain" form="op.logoutForm">Stay signed in</button>
</div>
</div>`,
  })
}

/** The end of a sign-out that no application takes the visitor back from. */
export function signedOutPage(page: { clientName: string | undefined }): string {
  return renderPage({
    product: 'Playground ID',
    title: 'Signed out',
    content: html`<div class="card">
<h1>You are signed out</h1>
<p>${page.clientName ? html`<strong>${page.clientName}</strong> can no longer act for you. ` : 'Nobody is signed in to Playground ID in this browser. '}You can close this page.</p>
</div>`,
  })
}

/** What somebody sees who opens the issuer itself: what this is, who is here, and how an application finds it. */
export function homePage(page: {
  issuer: string
  people: readonly Person[]
  clientNames: readonly string[]
}): string {
  return renderPage({
    product: 'Playground ID',
    title: 'An OpenID provider to try things with',
    content: html`<div class="card">
<h1>An OpenID provider to try things with</h1>
<p>Real OpenID Connect, made-up people. Start at an application that uses it: ${page.clientNames.join(', ')}.</p>
<h2>People you can be</h2>
<ul class="plain">${page.people.map((person) => html`<li class="person bare">${personLine(person)}</li>`)}</ul>
<h2>For your application</h2>
<dl><dt>Issuer</dt><dd><code>${page.issuer}</code></dd></dl>
<p><a href="/.well-known/openid-configuration">Discovery document</a> · <a href="/session/end">Sign out here</a></p>
</div>`,
  })
}

function personButton(person: Person, note?: string): Markup {
  return html`<button class="person" name="choice" value="${person.sub}">${personLine(person, note)}</button>`
}

function personLine({ name, given_name, email, email_verified, picturePath }: Person, note?: string): Markup {
  const face = picturePath
    ? html`<img class="face" src="${picturePath}" alt="" width="44" height="44">`
    : html`<span class="face" aria-hidden="true">${given_name.slice(0, 1)}</span>`
  const unverified = !email_verified && html`<span class="note">e-mail not verified</span>`
  const remark = note !== undefined && html`<span class="note good">${note}</span>`
  return html`${face}<span class="who"><strong>${name}</strong> <span class="soft small">${email}</span> <span class="notes">${unverified}${remark}</span></span>`
}

function scopeLine(scope: string, person: Person): Markup | undefined {
  const meaning = SCOPES.get(scope)
  return (
    meaning &&
    html`<li><strong>${meaning.gives}</strong> <span class="soft small">${meaning.means(person)}</span></li>`
  )
}
