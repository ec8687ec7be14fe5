import { describe, expect, it } from 'vitest'
import { html, trustedMarkup } from './html.ts'

const HOSTILE = `<script>"a" & 'b'</script>`
const ESCAPED = '&#60;script&#62;&#34;a&#34; &#38; &#39;b&#39;&#60;/script&#62;'

describe('html', () => {
  it('escapes text in content and in quoted attributes', () => {
    expect(String(html`<p title="${HOSTILE}">${HOSTILE}</p>`)).toBe(`<p title="${ESCAPED}">${ESCAPED}</p>`)
  })

  it('escapes text in lists, and keeps markup in them', () => {
    expect(String(html`<ul>${['<', html`<li>${1}</li>`]}</ul>`)).toBe('<ul>&#60;<li>1</li></ul>')
  })

  it('keeps markup only when it is trusted explicitly', () => {
    expect(String(html`${trustedMarkup('<hr>')}`)).toBe('<hr>')
  })

  it('renders nothing for undefined and false, but renders 0', () => {
    expect(String(html`${undefined}${false}${0}`)).toBe('0')
  })

  it('rejects an object that only looks like markup', () => {
    const forged = { toString: () => '<script>' }
    expect(() => String(html`${forged as never}`)).toThrow()
  })
})
