import type { JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Theme } from '../types/pages.ts'
import type { Texts } from '../types/texts.ts'

export interface Message {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Colours that e-mail clients support. */
const COLOUR = /^(?:#[\da-f]{3}|#[\da-f]{6}|[a-z]{3,20})$/i

/**
 * Returns the e-mail with a sign-in link. The client that requested it controls no content except
 * the link's query.
 */
export function signInMessage(url: string, theme: Theme, texts: Texts): Message {
  const { host } = new URL(url)
  const { subject, title, ignore } = texts.mail
  const content = <SignIn url={url} host={host} button={resolveButton(theme)} texts={texts} />
  return {
    subject: subject(host),
    text: `${title(host)}\n\n${url}\n\n${ignore}\n`,
    html: `<!doctype html>${renderToString(content)}`,
  }
}

interface Button {
  readonly background: string
  readonly color: string
}

function resolveButton({ brandColor, buttonText = '#fff' }: Theme): Button {
  const isSupported = brandColor !== undefined && COLOUR.test(brandColor) && COLOUR.test(buttonText)
  return isSupported
    ? { background: brandColor, color: buttonText }
    : { background: '#3451d1', color: '#fff' }
}

interface SignInProps {
  readonly url: string
  readonly host: string
  readonly button: Button
  readonly texts: Texts
}

/** The styles are inline, because e-mail clients do not support any others. */
function SignIn({
  url,
  host,
  button: { background, color },
  texts: { lang, dir, mail },
}: SignInProps): JSX.Element {
  const button =
    'display:inline-block;padding:12px 20px;border-radius:8px;' +
    `background:${background};color:${color};text-decoration:none;font-weight:600`
  return (
    <html lang={lang} dir={dir}>
      <body
        dir={dir}
        style="margin:0;padding:32px 16px;font:16px/1.5 sans-serif;color:#16181d;background:#f4f5f7"
      >
        <div style="max-width:420px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">
          <h1 style="margin:0 0 16px;font-size:20px">{mail.title(isolate(host))}</h1>
          <p style="margin:0 0 24px">
            <a href={url} style={button}>
              {mail.button}
            </a>
          </p>
          <p style="margin:0;color:#5b6270;font-size:14px">{mail.ignore}</p>
        </div>
      </body>
    </html>
  )
}

/**
 * Adds invisible characters to a host. One before each dot prevents e-mail clients from turning the
 * host into a link. The two around the host isolate it from text of the opposite direction.
 *
 * @see https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
function isolate(host: string): string {
  return `\u2068${host.replaceAll('.', '\u200b.')}\u2069`
}
