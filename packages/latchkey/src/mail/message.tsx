import type { JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Theme } from '../types/pages.ts'
import type { Texts } from '../types/texts.ts'

export interface Message {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The colours that mail programs know. */
const COLOUR = /^(?:#[\da-f]{3}|#[\da-f]{6}|[a-z]{3,20})$/i

/** The mail with the link that signs in. Nothing in it was written by who asked for it but the link's own query. */
export function signInMessage(url: string, theme: Theme, texts: Texts): Message {
  const { host } = new URL(url)
  const { subject, title, unasked } = texts.mail
  return {
    subject: subject(host),
    text: `${title(host)}\n\n${url}\n\n${unasked}\n`,
    html: `<!doctype html>${renderToString(<SignIn url={url} host={host} button={buttonOf(theme)} texts={texts} />)}`,
  }
}

interface Button {
  readonly background: string
  readonly color: string
}

function buttonOf({ brandColor, buttonText = '#fff' }: Theme): Button {
  const isKnown = brandColor !== undefined && COLOUR.test(brandColor) && COLOUR.test(buttonText)
  return isKnown ? { background: brandColor, color: buttonText } : { background: '#3451d1', color: '#fff' }
}

interface SignInProps {
  readonly url: string
  readonly host: string
  readonly button: Button
  readonly texts: Texts
}

/** Styles stand at the elements: mail programs read no others. */
function SignIn({
  url,
  host,
  button: { background, color },
  texts: { lang, dir, mail },
}: SignInProps): JSX.Element {
  const button = `display:inline-block;padding:12px 20px;border-radius:8px;background:${background};color:${color};text-decoration:none;font-weight:600`
  return (
    <html lang={lang} dir={dir}>
      <body
        dir={dir}
        style="margin:0;padding:32px 16px;font:16px/1.5 sans-serif;color:#16181d;background:#f4f5f7"
      >
        <div style="max-width:420px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">
          <h1 style="margin:0 0 16px;font-size:20px">{mail.title(isolated(host))}</h1>
          <p style="margin:0 0 24px">
            <a href={url} style={button}>
              {mail.button}
            </a>
          </p>
          <p style="margin:0;color:#5b6270;font-size:14px">{mail.unasked}</p>
        </div>
      </body>
    </html>
  )
}

/**
 * Mail programs make links of what looks like a host; an invisible character before each dot keeps them from it. Two more keep the host apart
 * from letters that are written the other way. @see https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
function isolated(host: string): string {
  return `\u2068${host.replaceAll('.', '\u200b.')}\u2069`
}
