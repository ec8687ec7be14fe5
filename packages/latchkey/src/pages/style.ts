import type { SignInForm, Theme } from '../contract.ts'
import { readColour } from './colour.ts'

// No quotes, ampersands or angle brackets in here: the text stands in the page as it is, and its hash has to be that of what stands there.
const BASE = `
:root{color-scheme:light dark;--ink:light-dark(#16181d,#eceef2);--soft:light-dark(#5b6270,#a2a9b8);--page:light-dark(#f4f5f7,#0e1014);
--card:light-dark(#fff,#171a20);--line:light-dark(#d9dce3,#2d323c);--edge:light-dark(#878e9c,#717a8a);--brand:light-dark(#3451d1,#7d95ff);--on-brand:light-dark(#fff,#0e1014);
--bad:light-dark(#a3161f,#ff9aa0);--bad-page:light-dark(#fdecec,#351519)}
:root.light{color-scheme:light}:root.dark{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem 1rem;background:var(--page);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif;text-align:start}
main{width:100%;max-width:25rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:clamp(1.25rem,6vw,2rem);
box-shadow:0 1px 2px rgb(0 0 0/.05),0 12px 32px rgb(0 0 0/.06)}
.logo{display:block;max-width:12rem;max-height:4rem;margin:0 0 1.25rem}
h1{margin:0 0 1.25rem;font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;text-wrap:balance}
p{margin:0 0 1rem;color:var(--soft);text-wrap:pretty}
form{display:grid;gap:.875rem;margin:0}form+form{margin-block-start:.75rem}
label{display:grid;gap:.375rem;font-size:.875rem;font-weight:600}
input{font:inherit;font-weight:400;min-height:2.875rem;padding:.5rem .75rem;color:inherit;background:transparent;border:1px solid var(--edge);border-radius:.625rem}
button,.button{font:inherit;font-weight:600;min-height:2.875rem;padding:.5rem 1rem;border-radius:.625rem;border:1px solid transparent;cursor:pointer;
display:flex;align-items:center;justify-content:center;gap:.625rem;text-align:center;text-decoration:none;background:var(--brand);color:var(--on-brand)}
.quiet{background:transparent;color:inherit;border-color:var(--edge)}
button:hover,.button:hover{filter:brightness(1.08)}.quiet:hover{background:var(--page);filter:none}
:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
.mark{width:.75rem;height:.75rem;border-radius:50%;background:var(--mark,var(--brand));flex:none}
.or{display:flex;align-items:center;gap:.75rem;margin:1.25rem 0;color:var(--soft);font-size:.875rem}
.or::before,.or::after{content:attr(data-none);flex:1;border-block-start:1px solid var(--line)}
.error{margin:0 0 1.25rem;padding:.75rem 1rem;border-radius:.625rem;background:var(--bad-page);color:var(--bad);font-size:.9375rem}
.actions{display:grid;gap:.75rem}.reference{font-size:.875rem}code{font:.9375rem/1.5 ui-monospace,monospace;color:var(--ink);user-select:all}
`

/** The style sheet of our pages in the colours of the application. */
export function styleSheet({ brandColor, buttonText }: Theme, forms: readonly SignInForm[]): string {
  const own = [brandColor && `--brand:${brandColor}`, buttonText && `--on-brand:${buttonText}`].filter(Boolean).join(';')
  const marks = forms.map(({ provider }, index) => {
    const mark = 'style' in provider ? readColour(provider.style.brandColor) : undefined
    return mark ? `.mark-${index}{--mark:${mark}}` : ''
  })
  return `${BASE}${own ? `:root{${own}}` : ''}${marks.join('')}`
}
