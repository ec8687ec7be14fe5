import type { Page } from '../contract/pages.ts'
import { isOAuthProvider, isPasswordProvider } from '../contract/providers.ts'
import type { Theme } from '../types/pages.ts'
import { contrastBetween, readableOn, readColour } from './colour.ts'

// Must not contain quotes, ampersands or angle brackets: the text is inserted into the page without
// escaping, and its hash must match.
const BASE = `
:root{color-scheme:light dark;--ink:light-dark(#16181d,#eceef2);--soft:light-dark(#565d6b,#a8afbd);
--page:light-dark(#f5f6f8,#0d0f13);--card:light-dark(#fff,#16191f);--line:light-dark(#e1e4ea,#2b303a);
--edge:light-dark(#868d9b,#717a8a);--focus:light-dark(#3451d1,#8ea3ff);--brand:var(--focus);
--on-brand:light-dark(#fff,#0d0f13);--rim:light-dark(rgb(0 0 0/.16),rgb(255 255 255/.24));
--bad:light-dark(#a3161f,#ff9aa0);--bad-page:light-dark(#fdeeee,#33161a)}
:root.light{color-scheme:light}:root.dark{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;grid-template-columns:minmax(0,26rem);
place-content:center;padding:1.5rem 1rem;background:var(--page);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif;text-align:start;overflow-wrap:break-word;-webkit-text-size-adjust:100%}
main{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:clamp(1.25rem,7vw,2.25rem);
box-shadow:0 1px 2px rgb(0 0 0/.04),0 16px 40px -8px rgb(0 0 0/.08)}
.brand{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;margin:0 0 1.75rem;font-weight:600}
.logo{display:block;max-width:min(12rem,100%);max-height:4rem}.logo:has(+*){max-height:2.25rem}
h1{margin:0 0 1.5rem;font-size:1.5rem;line-height:1.25;letter-spacing:-.015em;text-wrap:balance}
h1:has(+p){margin-block-end:.5rem}h1:has(+.error,+.status){margin-block-end:1.25rem}
p{margin:0 0 1.5rem;color:var(--soft);text-wrap:pretty}p bdi{color:var(--ink)}
h1,p,label,button span{unicode-bidi:plaintext;text-align:-webkit-match-parent;text-align:match-parent}
form,form div{display:grid;gap:1rem;margin:0}form+form,form+.button{margin-block-start:.75rem}[hidden]{display:none}
button+button{margin-block-start:-.25rem}
label{display:grid;gap:.375rem;font-size:.875rem;font-weight:600}
input{font:inherit;font-size:1rem;font-weight:400;inline-size:100%;min-height:2.75rem;padding:.5rem .75rem;
color:inherit;background:transparent;border:1px solid var(--edge);border-radius:.625rem}
button,.button{position:relative;font:inherit;font-size:.9375rem;font-weight:600;min-height:2.75rem;
padding:.5rem 1rem;border-radius:.625rem;border:1px solid var(--bound,var(--rim));cursor:pointer;display:flex;
align-items:center;justify-content:center;gap:.75rem;text-align:center;text-decoration:none;
background:var(--brand);color:var(--on-brand)}
.quiet{background:transparent;color:inherit;border-color:var(--edge)}
button:hover,.button:hover{box-shadow:inset 0 0 0 99px rgb(128 128 128/.12)}
button:active,.button:active{box-shadow:inset 0 0 0 99px rgb(128 128 128/.2)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
input:focus-visible{outline-offset:-1px}
.provider{display:grid;grid-template-columns:1.25rem minmax(0,1fr) 1.25rem;gap:.5rem;padding-inline:.875rem}
.icon{inline-size:1.25rem;block-size:1.25rem}img.icon{object-fit:contain}
.letter{border-radius:.3125rem;display:grid;place-items:center;font-size:.75rem;line-height:1;
background:var(--icon,var(--page));color:var(--on-icon,var(--ink));box-shadow:inset 0 0 0 1px var(--rim)}
.last{position:absolute;inset-block-start:-.625rem;inset-inline-end:.625rem;padding:0 .5rem;border-radius:1rem;
border:1px solid var(--line);background:var(--card);color:var(--soft);font-size:.75rem;font-weight:500}
.or{display:flex;align-items:center;gap:.75rem;margin:1.5rem 0;color:var(--soft);font-size:.8125rem}
.or::before,.or::after{content:attr(data-none);flex:1;border-block-start:1px solid var(--line)}
.error{margin:0 0 1.5rem;padding:.625rem .875rem;border-radius:.625rem;background:var(--bad-page);
color:var(--bad);font-size:.9375rem}
.error:empty{display:none}form .error{margin:0}.hint{font-size:.875rem}form .hint{margin:0}
[aria-invalid]{border-color:var(--bad)}
[aria-busy] button{opacity:.6;cursor:progress}
.error+.reference{margin-block-start:-.75rem}
.actions{display:grid;gap:.75rem}.actions>*{margin:0}.reference{font-size:.875rem}
code{font:.9375rem/1.5 ui-monospace,monospace;color:var(--ink);user-select:all}
@media (max-width:26rem){body{padding:0;place-content:start stretch;grid-template-columns:minmax(0,1fr);
background:var(--card)}main{border:0;border-radius:0;box-shadow:none;padding:2rem 1.25rem}}
@media (prefers-reduced-motion:no-preference){button,.button,input{transition:box-shadow .15s,border-color .15s}}
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
.show{grid-area:1/2;min-height:1.3125rem;padding:0;border:0;background:none;font-size:.875rem;font-weight:500}
.show,a:not(.button){color:var(--focus)}
form .password+.hint{margin:-.625rem 0 0}
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
  const icons = forms.map(({ provider, icon }, index) => {
    const colour = isOAuthProvider(provider) ? readColour(provider.style.brandColor) : undefined
    return colour ? `.icon-${index}{${iconColours(colour, icon !== undefined)}}` : ''
  })
  const extra = ['verify', 'enroll', 'recoveryCodes'].includes(page.name) ? SECOND_FACTOR : ''
  const passwords = WITH_LINKS.includes(page.name) || hasPasswordField(page) ? PASSWORDS : ''
  return `${BASE}${extra}${passwords}${own ? `:root{${own}}` : ''}${icons.join('')}`
}

/** The colours of the card around the buttons, as in the style sheet. */
const CARDS = ['#fff', '#16191f']

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

/** The contrast below which an icon looks as if it were missing. */
const MIN_ICON_CONTRAST = 1.8

/**
 * Returns the colours of a provider's icon on the card, or of the tile with its first letter. Where
 * the brand colour does not show, such as black in the dark, the icon has the colour of the text.
 */
function iconColours(brandColor: string, isDrawn: boolean): string {
  if (!isDrawn) return `--icon:${brandColor};--on-icon:${readableOn(brandColor)}`
  const shown = CARDS.map((card) =>
    contrastBetween(brandColor, card) < MIN_ICON_CONTRAST ? 'var(--ink)' : brandColor,
  )
  return `color:light-dark(${shown})`
}
