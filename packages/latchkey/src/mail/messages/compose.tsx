import type { JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { MailMessage } from '../../types/mail.ts'
import type { Theme } from '../../types/pages.ts'
import type { Texts } from '../../types/texts.ts'
import { type Content, writeContent, writeSubject } from './content.ts'
import type { Mail } from './mail.ts'

/** What an e-mail is composed with. */
export interface ComposeOptions {
  readonly host: string
  readonly theme: Theme
  readonly texts: Texts
  /** In milliseconds since 1970. */
  readonly now?: number
}

/** Colours that e-mail clients support. */
const COLOUR = /^(?:#[\da-f]{3}|#[\da-f]{6}|[a-z]{3,20})$/i

/**
 * Returns an e-mail as text and as HTML, with the same contents. The client that requested it
 * controls no content except the query of a link, and a new address that was typed.
 */
export function composeMail(
  mail: Mail,
  { host, theme, texts, now = Date.now() }: ComposeOptions,
): Pick<MailMessage, 'subject' | 'text' | 'html'> {
  const plain = writeContent(mail, { texts, now, host, showAddress: (address) => address })
  const isolated = writeContent(mail, { texts, now, host: isolate(host), showAddress: isolate })
  return {
    // A line break of a translation would end the header.
    subject: writeSubject(mail, texts, host).replaceAll(/\s+/g, ' '),
    text: toText(plain),
    html: `<!doctype html>${renderToString(<Document content={isolated} theme={theme} texts={texts} />)}`,
  }
}

function toText(content: Content): string {
  const { title, paragraphs = [], code, codeLifetime, or, button, link, notes } = content
  const linkLines = link && `${link.label}\n${link.url}`
  const parts = [title, ...paragraphs, code, codeLifetime, or, button?.url, linkLines, ...notes]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}

interface ButtonColours {
  readonly background: string
  readonly color: string
}

function resolveButton({ brandColor, buttonText = '#fff' }: Theme): ButtonColours {
  const isSupported = brandColor !== undefined && COLOUR.test(brandColor) && COLOUR.test(buttonText)
  return isSupported
    ? { background: brandColor, color: buttonText }
    : { background: '#3451d1', color: '#fff' }
}

interface DocumentProps {
  readonly content: Content
  readonly theme: Theme
  readonly texts: Texts
}

/** For clients that support style sheets. They show the e-mail in the dark if the device is dark. */
const DARK = `@media (prefers-color-scheme:dark){
.page{background:#0d0f13!important;color:#eceef2!important}
.card{background:#16191f!important;border-color:#2b303a!important}
.code{background:#0d0f13!important}.note{color:#a8afbd!important}.link{color:#eceef2!important}}`

/** The styles are inline, because many e-mail clients do not support any others. */
function Document({ content, theme, texts: { lang, dir } }: DocumentProps): JSX.Element {
  const { title, paragraphs = [], code, codeLifetime, or, button, link, notes } = content
  return (
    <html lang={lang} dir={dir}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={COLOR_SCHEMES[theme.colorScheme ?? 'auto']} />
        <title>{title}</title>
        {theme.colorScheme !== 'light' && <style>{DARK}</style>}
      </head>
      <body class="page" dir={dir} style={BODY}>
        <div class="card" style={CARD}>
          {theme.name && (
            <p dir="auto" style="margin:0 0 24px;font-weight:600">
              {theme.name}
            </p>
          )}
          <h1 style="margin:0 0 16px;font-size:22px;line-height:1.25;letter-spacing:-.3px">{title}</h1>
          {paragraphs.map((text) => (
            <p style="margin:0 0 16px">{text}</p>
          ))}
          {code !== undefined && <Code code={code} />}
          {codeLifetime !== undefined && <p style="margin:0 0 16px">{codeLifetime}</p>}
          {or !== undefined && <p style="margin:0 0 16px">{or}</p>}
          {button && (
            <p style="margin:0 0 24px">
              <a href={button.url} style={`${BUTTON};${toStyle(resolveButton(theme))}`}>
                {button.label}
              </a>
            </p>
          )}
          {link && (
            <p style="margin:0 0 24px">
              <a class="link" href={link.url} style="color:#16181d">
                {link.label}
              </a>
            </p>
          )}
          {notes.map((text) => (
            <p class="note" style="margin:0 0 8px;color:#565d6b;font-size:14px">
              {text}
            </p>
          ))}
        </div>
      </body>
    </html>
  )
}

const COLOR_SCHEMES = { auto: 'light dark', light: 'light', dark: 'light dark' } as const
const BODY =
  'margin:0;padding:32px 16px;background:#f5f6f8;color:#16181d;' +
  'font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const CARD =
  'max-width:416px;margin:0 auto;padding:36px;background:#fff;border:1px solid #e1e4ea;border-radius:16px;' +
  'overflow-wrap:break-word'
const BUTTON =
  'display:inline-block;padding:11px 20px;border-radius:10px;text-decoration:none;font-weight:600'

function toStyle({ background, color }: ButtonColours): string {
  return `background:${background};color:${color}`
}

/** Left to right also in right-to-left text, and large enough to read from a phone. */
function Code({ code }: { readonly code: string }): JSX.Element {
  const style =
    'margin:0 0 24px;padding:16px;border-radius:10px;background:#f5f6f8;' +
    'font:600 28px/1.2 monospace;letter-spacing:4px'
  return (
    <p dir="ltr" class="code" style={style}>
      {code}
    </p>
  )
}

/**
 * Adds invisible characters to a host or an address. One before each dot prevents e-mail clients
 * from turning it into a link. The two around it isolate it from text of the opposite direction.
 *
 * @see https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
function isolate(name: string): string {
  return `\u2068${name.replaceAll('.', '\u200b.')}\u2069`
}
