/** Markup that is safe to put into a page unchanged. Only `html` and `trustedMarkup` create it. */
export class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/**
 * The values of a template: text is escaped, `Markup` is kept, lists are joined, `undefined` and
 * `false` render nothing.
 */
export type HtmlValue = string | number | undefined | false | Markup | readonly HtmlValue[]

/**
 * Returns a piece of a page. Escapes every value for text and quoted attributes, unless it is
 * `Markup`.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Markup {
  return new Markup(strings.reduce((page, string, i) => page + render(values[i - 1]) + string))
}

/**
 * Returns text as markup without escaping it. Use it only for constants and for the forms of
 * `oidc-provider`.
 */
export function trustedMarkup(text: string): Markup {
  return new Markup(text)
}

function render(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Markup) return value.toString()
  if (typeof value === 'object') return value.map(render).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
