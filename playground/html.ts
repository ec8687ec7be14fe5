/** Markup that is safe to put into a page as it stands. Only `html` and `trustedMarkup` make one. */
export class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** What a template can hold: text is escaped, `Markup` is kept, lists are joined, `undefined` and `false` are nothing. */
export type HtmlValue = string | number | undefined | false | Markup | readonly HtmlValue[]

/** A piece of a page. Every value in it is escaped, for text and for quoted attributes, unless it is `Markup`. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Markup {
  return new Markup(strings.reduce((page, string, i) => page + render(values[i - 1]) + string))
}

/** Takes text as markup without escaping it: for constants of ours and for forms that `oidc-provider` hands out, nothing else. */
export function trustedMarkup(text: string): Markup {
  return new Markup(text)
}

function render(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Markup) return value.toString()
  if (typeof value === 'object') return value.map(render).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
