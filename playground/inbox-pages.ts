import { html, type Markup, trustedMarkup } from './html.ts'
import { hashSource, renderPage } from './look.ts'
import type { Message } from './mailbox.ts'

/** Waits for the next mail and shows it; without JavaScript one reloads by hand. */
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

/** The source that allows the script of the list. */
export const WATCH_SOURCE = hashSource(WATCH)

/** All messages, newest first, or those to one address. */
export function listPage(messages: readonly Message[], to: string | undefined): string {
  const newest = messages[0]?.id ?? 0
  return renderPage({
    product: 'Playground Inbox',
    title: to ? `Mail to ${to}` : 'Mail',
    width: 'wide',
    content: html`<div class="bar"><h1>${to ? `Mail to ${to}` : 'Mail'}</h1>
${to && html`<a href="/">All mail</a>`}
<noscript><a href="">Look for new mail</a></noscript>
${messages.length > 0 && html`<form method="post" action="/messages/clear"><button>Empty the inbox</button></form>`}
</div>
<div data-newest="${newest}" data-to="${to}">${messages.length > 0 ? messageList(messages) : emptyList()}</div>
<script>${trustedMarkup(WATCH)}</script>`,
  })
}

/** One message: its HTML in a frame that can run nothing and load nothing, its text with links. */
export function messagePage({ from, to, subject, receivedAt, text, html: body }: Message): string {
  const textPart = text === undefined ? undefined : html`<pre>${withLinks(text)}</pre>`
  return renderPage({
    product: 'Playground Inbox',
    title: subject || '(no subject)',
    width: 'wide',
    content: html`<p><a href="/">← All mail</a></p>
<article class="card mail">
<h1>${subject || '(no subject)'}</h1>
<dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${to.join(', ')}</dd><dt>Received</dt><dd>${time(receivedAt)}</dd></dl>
${body === undefined ? (textPart ?? html`<p class="soft">The message is empty.</p>`) : htmlFrame(body)}
${body !== undefined && textPart && html`<details><summary>As plain text</summary>${textPart}</details>`}
</article>`,
  })
}

/** A page for an address that leads nowhere. */
export function missingPage(message: string): string {
  return renderPage({
    product: 'Playground Inbox',
    title: 'Nothing here',
    content: html`<div class="card"><h1>Nothing here</h1><p>${message}</p><p><a href="/">All mail</a></p></div>`,
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
<span class="soft small">to ${to.join(', ')} · from ${from}</span>${time(receivedAt)}</a></li>`,
  )}</ol>`
}

function emptyList(): Markup {
  return html`<div class="card"><p>No mail yet.</p><p class="soft small">Whatever the application sends turns up here by itself, whichever address it is for. Nothing goes out to anybody.</p></div>`
}

function time(iso: string): Markup {
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`
}

/**
 * The sandbox takes scripts, forms, plugins and the way to the page round it; links open in a new tab, which is a normal one.
 * The base comes first, so that a base of the message's own is ignored.
 */
function htmlFrame(body: string): Markup {
  return html`<iframe title="The message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${`<base target="_blank">${body}`}"></iframe>`
}

function withLinks(text: string): readonly (Markup | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) =>
      i % 2 === 0 ? part : html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>`,
    )
}
