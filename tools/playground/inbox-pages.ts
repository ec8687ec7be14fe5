import { html, type Markup, trustedMarkup } from './html.ts'
import type { Message } from './mailbox.ts'
import { hashSource, renderPage } from './theme.ts'

/**
 * Waits for the next e-mail and reloads the page. Without JavaScript, users reload it themselves.
 */
const WATCH = `
const list = document.querySelector('[data-newest]')
const query = new URLSearchParams({ after: list.dataset.newest, to: list.dataset.to, wait: 30000 })
if (!list.dataset.to) query.delete('to')
const watch = async () => {
  const messages = await (await fetch('/messages?' + query)).json()
  if (messages.length > 0) location.reload()
  else watch()
}
watch().catch(() => {})
`

/** The Content-Security-Policy source that allows the script of the list. */
export const WATCH_SOURCE = hashSource(WATCH)

/** Renders all messages, newest first, or those to one address. */
export function listPage(messages: readonly Message[], to: string | undefined): string {
  const newest = messages[0]?.id ?? 0
  return renderPage({
    product: 'Playground Inbox',
    title: to ? `E-mail to ${to}` : 'E-mail',
    width: 'wide',
    content: html`<div class="bar"><h1>${to ? `E-mail to ${to}` : 'E-mail'}</h1>
${to && html`<a href="/">All e-mail</a>`}
<noscript><a href="">Check for new e-mail</a></noscript>
${
  messages.length > 0 &&
  html`<form method="post" action="/messages/clear">
<button>Empty the inbox</button>
</form>`
}
</div>
<div data-newest="${newest}" data-to="${to}">
${messages.length > 0 ? messageList(messages) : emptyList()}
</div>
<script>${trustedMarkup(WATCH)}</script>`,
  })
}

/** Renders one message: its HTML in a frame that runs and loads nothing, its text with links. */
export function messagePage({ from, to, subject, receivedAt, text, html: body }: Message): string {
  const textPart = text === undefined ? undefined : html`<pre>${withLinks(text)}</pre>`
  return renderPage({
    product: 'Playground Inbox',
    title: subject || '(no subject)',
    width: 'wide',
    content: html`<p><a href="/">← All e-mail</a></p>
<article class="card mail">
<h1>${subject || '(no subject)'}</h1>
<dl>
<dt>From</dt><dd>${from}</dd>
<dt>To</dt><dd>${to.join(', ')}</dd>
<dt>Received</dt><dd>${time(receivedAt)}</dd>
</dl>
${body === undefined ? (textPart ?? html`<p class="secondary">The message is empty.</p>`) : htmlFrame(body)}
${body !== undefined && textPart && html`<details><summary>As plain text</summary>${textPart}</details>`}
</article>`,
  })
}

/** Renders the page for an unknown address. */
export function missingPage(message: string): string {
  return renderPage({
    product: 'Playground Inbox',
    title: 'Page not found',
    content: html`<div class="card">
<h1>Page not found</h1>
<p>${message}</p>
<p><a href="/">All e-mail</a></p>
</div>`,
  })
}

function messageList(messages: readonly Message[]): Markup {
  return html`<ol class="card plain mails">${messages.map(
    ({
      id,
      to,
      from,
      subject,
      receivedAt,
    }) => html`<li><a href="/mail/${id}"><strong>${subject || '(no subject)'}</strong>
<span class="secondary small">to ${to.join(', ')} · from ${from}</span>${time(receivedAt)}</a></li>`,
  )}</ol>`
}

function emptyList(): Markup {
  return html`<div class="card">
<p>No e-mail yet.</p>
<p class="secondary small">E-mail that the application sends appears here automatically, whatever its address.
Nothing is delivered to real inboxes.</p>
</div>`
}

function time(iso: string): Markup {
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`
}

/**
 * The sandbox allows no scripts, forms or plugins, and no access to the surrounding page. Links
 * open in a new tab without these restrictions. The base element comes first, so that a base
 * element of the message is ignored.
 */
function htmlFrame(body: string): Markup {
  const document = `<base target="_blank">${body}`
  const sandbox = 'allow-popups allow-popups-to-escape-sandbox'
  return html`<iframe title="The message" sandbox="${sandbox}" srcdoc="${document}"></iframe>`
}

function withLinks(text: string): readonly (Markup | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) =>
      i % 2 === 0 ? part : html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>`,
    )
}
