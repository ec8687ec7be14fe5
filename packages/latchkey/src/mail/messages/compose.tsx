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

/** The styles are inline, because e-mail clients do not support any others. */
function Document({ content, theme, texts: { lang, dir } }: DocumentProps): JSX.Element {
  const { title, paragraphs = [], code, codeLifetime, or, button, link, notes } = content
  return (
    <html lang={lang} dir={dir}>
      <body
        dir={dir}
        style="margin:0;padding:32px 16px;font:16px/1.5 sans-serif;color:#16181d;background:#f4f5f7"
      >
        <div style="max-width:420px;margin:0 auto;padding:32px;background:#fff;border-radius:12px;overflow-wrap:break-word">
          <h1 style="margin:0 0 16px;font-size:20px">{title}</h1>
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
              <a href={link.url} style="color:#16181d">
                {link.label}
              </a>
            </p>
          )}
          {notes.map((text) => (
            <p style="margin:0 0 8px;color:#5b6270;font-size:14px">{text}</p>
          ))}
        </div>
      </body>
    </html>
  )
}

const BUTTON = 'display:inline-block;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:600'

function toStyle({ background, color }: ButtonColours): string {
  return `background:${background};color:${color}`
}

/** Left to right also in right-to-left text, and large enough to read from a phone. */
function Code({ code }: { readonly code: string }): JSX.Element {
  const style =
    'margin:0 0 24px;padding:16px;border-radius:8px;background:#f4f5f7;' +
    'font:600 28px/1.2 monospace;letter-spacing:4px'
  return (
    <p dir="ltr" style={style}>
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
