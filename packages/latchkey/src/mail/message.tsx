import type { JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Theme } from '../contract.ts'

export interface Message {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const COLOUR = /^#[\da-f]{3,8}$/i

/** The mail with the link that signs in. Nothing in it was written by who asked for it but the link's own query. */
export function signInMessage(url: string, theme: Theme): Message {
  const { host } = new URL(url)
  return {
    subject: `Sign in to ${host}`,
    text: `Sign in to ${host}\n\n${url}\n\nIf you did not ask for this mail, leave it alone: without the link nobody gets in.\n`,
    html: `<!doctype html>${renderToString(<SignIn url={url} host={host} colour={colourOf(theme)} />)}`,
  }
}

function colourOf({ brandColor }: Theme): string {
  return brandColor !== undefined && COLOUR.test(brandColor) ? brandColor : '#3451d1'
}

/** Styles stand at the elements: mail programs read no others. */
function SignIn({ url, host, colour }: { readonly url: string; readonly host: string; readonly colour: string }): JSX.Element {
  const button = `display:inline-block;padding:12px 20px;border-radius:8px;background:${colour};color:#fff;text-decoration:none;font-weight:600`
  return (
    <html lang="en">
      <body style="margin:0;padding:32px 16px;font:16px/1.5 sans-serif;color:#16181d;background:#f4f5f7">
        <div style="max-width:420px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">
          <h1 style="margin:0 0 16px;font-size:20px">Sign in to {unlinked(host)}</h1>
          <p style="margin:0 0 24px">
            <a href={url} style={button}>
              Sign in
            </a>
          </p>
          <p style="margin:0;color:#5b6270;font-size:14px">
            If you did not ask for this mail, leave it alone: without the link nobody gets in.
          </p>
        </div>
      </body>
    </html>
  )
}

/** Mail programs make links of what looks like a host; an invisible character after each dot keeps them from it. */
function unlinked(host: string): string {
  return host.replaceAll('.', '\u200b.')
}
