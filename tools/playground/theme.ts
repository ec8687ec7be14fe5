import { createHash } from 'node:crypto'
import { html, type Markup, trustedMarkup } from './html.ts'

const CSS = `
:root {
  color-scheme: light dark; --paper: #f4f1e9; --card: #fffdf8; --ink: #22201c; --secondary: #656057;
  --line: #d9d3c5; --accent: #0b6b57; --on-accent: #fff; --wash: #e6efe9; --warn: #8a4b00;
  --warn-wash: #fbeed6; --ribbon: #e0a526
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #171715; --card: #21211e; --ink: #f0ede4; --secondary: #aba597; --line: #3c3a34;
    --accent: #6fd3b6; --on-accent: #0c2a23; --wash: #26352f; --warn: #f3c476; --warn-wash: #3a2e17;
    --ribbon: #b9871c
  }
}
*, ::before, ::after { box-sizing: border-box }
html {
  background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  -webkit-text-size-adjust: 100%
}
body {
  margin: 0; min-height: 100dvh; display: flex; flex-direction: column; border-top: .375rem solid;
  border-image: repeating-linear-gradient(90deg, var(--accent) 0 2rem, var(--ribbon) 2rem 4rem) 1
}
.top, main, .foot { width: 100%; max-width: 30rem; margin-inline: auto; padding-inline: 1rem }
.wide > .top, .wide > main, .wide > .foot { max-width: 60rem }
.top { padding-block: 1.25rem; display: flex; align-items: center; gap: .75rem; flex-wrap: wrap }
.brand {
  display: inline-flex; align-items: center; gap: .625rem; color: inherit; font-weight: 700;
  font-size: 1.0625rem; text-decoration: none
}
.brand svg { width: 1.875rem; height: 1.875rem; flex: none; color: var(--accent) }
.tag {
  margin-left: auto; font-size: .8125rem; color: var(--warn); background: var(--warn-wash);
  padding: .125rem .625rem; border-radius: 1rem
}
main { flex: 1 }
.foot { padding-block: 1.25rem; font-size: .8125rem; color: var(--secondary) }
.card, body > form {
  background: var(--card); border: 1px solid var(--line); border-radius: .75rem;
  padding: clamp(1.125rem, 5vw, 2rem); margin: 0 auto 1rem
}
.card > :last-child { margin-bottom: 0 }
body > form { width: calc(100% - 2rem); max-width: 28rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; text-wrap: balance; overflow-wrap: anywhere }
h2 { font-size: 1rem; margin: 1.75rem 0 .5rem }
p { margin: 0 0 1rem; overflow-wrap: anywhere }
a { color: var(--accent); text-underline-offset: .15em }
code { font: .875em/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
.secondary { color: var(--secondary) }
.small { font-size: .875rem }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
button, .button {
  font: inherit; font-weight: 600; display: block; width: 100%; min-height: 2.875rem; padding: .5rem 1rem;
  border-radius: .5rem; border: 1px solid var(--line); background: var(--card); color: var(--ink);
  text-align: center; text-decoration: none; cursor: pointer
}
body > form button { margin-top: 1.25rem }
button:hover { background: var(--wash); border-color: var(--accent) }
button.main, body > form button {
  background: var(--accent); border-color: var(--accent); color: var(--on-accent)
}
button.main:hover { background: color-mix(in srgb, var(--accent) 88%, var(--ink)) }
button.plain { border-color: transparent; background: none; color: var(--secondary) }
button.plain:hover { color: var(--ink); border-color: var(--line) }
.stack { display: grid; gap: .625rem }
.stack + .stack, .card .stack { margin-top: 1.25rem }
.user {
  display: flex; align-items: center; gap: .875rem; text-align: left; font-weight: 400;
  padding: .75rem .875rem
}
.user.bare { padding: .25rem 0 .75rem }
.avatar {
  width: 2.75rem; height: 2.75rem; border-radius: 50%; flex: none; display: grid; place-items: center;
  background: var(--wash); color: var(--accent); font-weight: 700
}
.user-text { min-width: 0; display: grid }
.user-text strong, .user-text span { overflow-wrap: anywhere }
.notes { display: flex; flex-wrap: wrap; gap: .25rem .375rem; margin-top: .25rem }
.notes:empty { display: none }
.note {
  font-size: .8125rem; color: var(--warn); background: var(--warn-wash); padding: 0 .5rem;
  border-radius: 1rem
}
.note.good { color: var(--accent); background: var(--wash) }
ul.plain, ol.plain { list-style: none; margin: 0; padding: 0 }
ul.lines { border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 1rem }
ul.lines > li { padding: .75rem .875rem }
ul.lines > li + li { border-top: 1px solid var(--line) }
.lines strong, .lines span { display: block }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1rem }
dt { color: var(--secondary) }
dd { margin: 0; overflow-wrap: anywhere }
.bar { display: flex; align-items: center; gap: 1rem; flex-wrap: wrap; margin-bottom: 1rem }
.bar h1 { margin: 0 auto 0 0 }
.bar button { width: auto; min-height: 2.5rem; padding-block: .25rem }
.mails { padding: 0; overflow: hidden }
.mails li + li { border-top: 1px solid var(--line) }
.mails a { display: grid; gap: 0 1rem; padding: .875rem 1.125rem; color: inherit; text-decoration: none }
.mails a:hover { background: var(--wash) }
.mails a:focus-visible { outline-offset: -3px }
.mails strong { overflow-wrap: anywhere }
.mails time { color: var(--secondary); font-size: .875rem }
@media (min-width: 40rem) {
  .mails a { grid-template-columns: 1fr auto }
  .mails time { grid-row: 1; grid-column: 2 }
}
.mail iframe {
  display: block; width: 100%; height: min(36rem, 70vh); border: 1px solid var(--line); border-radius: .5rem;
  background: #fff; color-scheme: light
}
.mail pre {
  white-space: pre-wrap; overflow-wrap: anywhere; font: .9375rem/1.6 ui-monospace, monospace; margin: 0
}
summary { cursor: pointer; margin-block: 1rem .5rem; font-weight: 600 }
`

const GLYPH = `<path d="M6 25 12 8l6 17M9 16.500h6M14 9.500c7 0 6 13.500 12 13.500" fill="none"
 stroke-width="2.600" stroke-linecap="round" stroke-linejoin="round"`

const LOGO = trustedMarkup(
  `<svg viewBox="0 0 32 32" aria-hidden="true">
<rect width="32" height="32" rx="8" fill="currentColor"/>${GLYPH} stroke="var(--card)"/></svg>`,
)

/** The path of the icon, for both products. */
export const ICON_PATH = '/icon.svg'

/** The icon for the browser tab, as SVG text. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#0b6b57"/>${GLYPH} stroke="#fffdf8"/></svg>`

/**
 * The head of every page, except for its title. `applyTheme` also adds it to the pages of
 * `oidc-provider`.
 */
const HEAD = html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${ICON_PATH}">
<style>${trustedMarkup(CSS)}</style>`

/** Returns the Content-Security-Policy source that allows exactly this inline text. */
export function hashSource(inlineText: string): string {
  return `'sha256-${createHash('sha256').update(inlineText).digest('base64')}'`
}

/** The Content-Security-Policy source that allows the style sheet of the pages. */
export const STYLE_SOURCE = hashSource(CSS)

/** A page of the playground. */
export interface Page {
  readonly title: string
  readonly product: 'Playground ID' | 'Playground Inbox'
  readonly content: Markup
  readonly width?: 'wide'
}

/**
 * Renders a complete document. All pages have the same header and footer, so that users can tell
 * them from the pages of the application.
 */
export function renderPage({ title, product, content, width }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head><title>${title} · ${product}</title>${HEAD}</head>
<body class="${width}">
${header(product)}
<main>${content}</main>
<footer class="foot">${product} is part of a demo on this computer.
All users are fictional, and no data leaves this computer.</footer>
</body>
</html>
`.toString()
}

/**
 * Adds the style sheet and the header to a page that `oidc-provider` renders. Pages rendered here
 * are returned unchanged.
 */
export function applyTheme(page: string): string {
  if (page.includes(HEAD.toString())) return page
  return page
    .replace('<head>', () => `<head>${HEAD}`)
    .replace('<body>', () => `<body>${header('Playground ID')}`)
}

function header(product: Page['product']): Markup {
  return html`<header class="top">
<a class="brand" href="/">${LOGO}${product}</a><span class="tag">demo</span>
</header>`
}
