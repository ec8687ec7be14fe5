import type { Page } from '../contract/pages.ts'
import { isOAuthProvider, isPasswordProvider } from '../contract/providers.ts'
import type { Theme } from '../types/pages.ts'
import { contrastBetween, readableOn, readColour } from './colour.ts'

// Must not contain quotes, ampersands or angle brackets: the text is inserted into the page without
// escaping, and its hash must match.
const BASE = `
:root{color-scheme:light dark;--ink:light-dark(#16181d,#eceef2);--soft:light-dark(#5b6270,#a2a9b8);
--page:light-dark(#f4f5f7,#0e1014);--card:light-dark(#fff,#171a20);--line:light-dark(#d9dce3,#2d323c);
--edge:light-dark(#878e9c,#717a8a);--focus:light-dark(#3451d1,#7d95ff);--brand:var(--focus);
--on-brand:light-dark(#fff,#0e1014);--rim:light-dark(rgb(0 0 0/.16),rgb(255 255 255/.24));
--bad:light-dark(#a3161f,#ff9aa0);--bad-page:light-dark(#fdecec,#351519)}
:root.light{color-scheme:light}:root.dark{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;grid-template-columns:minmax(0,25rem);
place-content:center;padding:1.5rem 1rem;background:var(--page);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif;text-align:start;overflow-wrap:break-word}
main{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:clamp(1.25rem,6vw,2rem);
box-shadow:0 1px 2px rgb(0 0 0/.05),0 12px 32px rgb(0 0 0/.06)}
.logo{display:block;max-width:min(12rem,100%);max-height:4rem;margin:0 0 1.5rem}
h1{margin:0 0 1.25rem;font-size:1.5rem;line-height:1.3;text-wrap:balance}
h1:has(+p){margin-block-end:.5rem}h1:has(+.error,+.status){margin-block-end:1.25rem}
p{margin:0 0 1.5rem;color:var(--soft);text-wrap:pretty}p bdi{color:var(--ink)}
h1,p,button span{unicode-bidi:plaintext;text-align:-webkit-match-parent;text-align:match-parent}
form,form div{display:grid;gap:1rem;margin:0}form+form,form+.button{margin-block-start:.75rem}[hidden]{display:none}
label{display:grid;gap:.375rem;font-size:.875rem;font-weight:600}
input{font:inherit;font-size:1rem;font-weight:400;inline-size:100%;min-height:2.875rem;padding:.5rem .75rem;
color:inherit;background:transparent;border:1px solid var(--edge);border-radius:.625rem}
button,.button{font:inherit;font-weight:600;min-height:2.875rem;padding:.5rem 1rem;border-radius:.625rem;
border:1px solid var(--bound,var(--rim));cursor:pointer;display:flex;align-items:center;
justify-content:center;gap:.75rem;text-align:center;text-decoration:none;
background:var(--brand);color:var(--on-brand)}
.quiet{background:transparent;color:inherit;border-color:var(--edge)}
button:hover,.button:hover{box-shadow:inset 0 0 0 99px rgb(128 128 128/.12)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.provider{display:grid;grid-template-columns:1.625rem minmax(0,1fr);padding-inline:.625rem;text-align:start}
.icon{inline-size:1.625rem;block-size:1.625rem;border-radius:.4375rem;display:grid;place-items:center;
overflow:hidden;font-size:.8125rem;line-height:1;background:var(--icon,var(--page));
color:var(--on-icon,var(--ink));box-shadow:inset 0 0 0 1px var(--rim)}
img.icon{object-fit:contain;background:transparent;box-shadow:none}
.or{display:flex;align-items:center;gap:.75rem;margin:1.5rem 0;color:var(--soft);font-size:.875rem}
.or::before,.or::after{content:attr(data-none);flex:1;border-block-start:1px solid var(--line)}
.error{margin:0 0 1.5rem;padding:.75rem 1rem;border-radius:.625rem;background:var(--bad-page);
color:var(--bad);font-size:.9375rem}
.error:empty{display:none}form .error{margin:0}
[aria-busy] button{opacity:.6;cursor:progress}
.error+.reference{margin-block-start:-.75rem}
.actions{display:grid;gap:.75rem}.reference{font-size:.875rem}
code{font:.9375rem/1.5 ui-monospace,monospace;color:var(--ink);user-select:all}
@media (forced-colors:active){button,.button{border-color:ButtonText}.error{border:2px solid}}
`

/** For the pages of the second factor. The QR code stays black on white in the dark. */
const SECOND_FACTOR = `
.check{display:flex;align-items:start;font-weight:400}
.check input{flex:none;inline-size:1.25rem;min-height:0;block-size:1.25rem;margin:0;accent-color:var(--focus)}
.qr{margin:0 auto 1.5rem;max-inline-size:13rem}.qr svg{display:block;border-radius:.625rem}
.key{display:block;text-align:start}.codes code{font-size:.8125rem}
.codes{list-style:none;margin:0 0 1.5rem;padding:0;display:grid;gap:.25rem}
form p{margin:0}
`

/** For pages with a password or with links. The button is beside the label, and follows the field. */
const PASSWORDS = `
form .password{grid-template-columns:minmax(0,1fr) auto;gap:.375rem .5rem;align-items:end}
.password input{grid-area:2/1/auto/span 2}
.show{grid-area:1/2;min-height:1.5rem;padding:0;border:0;background:none;font-size:.875rem;font-weight:500}
.show,a:not(.button){color:var(--focus)}
form .hint{margin:-.625rem 0 0;font-size:.875rem}
[aria-invalid]{border-color:var(--bad)}
.status{padding:.75rem 1rem;border:1px solid var(--line);border-radius:.625rem;background:var(--page);
color:var(--ink);font-size:.9375rem}
.links{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 1.5rem;margin:1.5rem 0 0;
font-size:.9375rem}.links a{unicode-bidi:plaintext}
`

const WITH_LINKS = [
  'signUp',
  'confirmSignUp',
  'verifyAddress',
  'resetRequest',
  'resetSent',
  'newPassword',
  'account',
]

/** Returns whether a page has a field for a password of Latchkey. */
export function hasPasswordField(page: Page): boolean {
  if (page.name === 'account') return page.section === 'password'
  if (page.name !== 'signIn') return page.name === 'signUp' || page.name === 'newPassword'
  return page.forms.some(({ provider }) => isPasswordProvider(provider))
}

/** Returns the built-in pages' style sheet, with the application's colours. */
export function styleSheet({ brandColor, buttonText }: Theme, page: Page): string {
  const forms = page.name === 'signIn' ? page.forms : []
  const own = [
    brandColor && `--brand:${brandColor}`,
    buttonText && `--on-brand:${buttonText}`,
    brandColor && `--bound:${edgeColour(brandColor)}`,
  ]
    .filter(Boolean)
    .join(';')
  const icons = forms.map(({ provider }, index) => {
    const colour = isOAuthProvider(provider) ? readColour(provider.style.brandColor) : undefined
    return colour ? `.icon-${index}{--icon:${colour};--on-icon:${readableOn(colour)}}` : ''
  })
  const extra = ['verify', 'enroll', 'recoveryCodes'].includes(page.name) ? SECOND_FACTOR : ''
  const passwords = WITH_LINKS.includes(page.name) || hasPasswordField(page) ? PASSWORDS : ''
  return `${BASE}${extra}${passwords}${own ? `:root{${own}}` : ''}${icons.join('')}`
}

/** The colours of the card around the buttons, as in the style sheet. */
const CARDS = ['#fff', '#171a20']

/**
 * Returns the colour of a button's edge, in light and in dark. The edge marks the button if its
 * colour does not.
 *
 * @see https://www.w3.org/TR/WCAG22/#non-text-contrast
 */
function edgeColour(brandColor: string): string {
  const bounds = CARDS.map((card) => (contrastBetween(brandColor, card) < 3 ? 'var(--edge)' : 'var(--rim)'))
  return `light-dark(${bounds})`
}
