/**
 * Returns the available language that suits the user best, by the user's order of preference.
 * `undefined` if none suits.
 *
 * A language suits if it is the preferred one without some of its last parts (`de` for `de-AT`), or
 * the same language in the same script (`pt-BR` for `pt-PT`, `zh-Hans` for `zh-CN`).
 *
 * @see https://www.rfc-editor.org/rfc/rfc4647#section-3.4
 */
export function chooseLanguage(
  preferred: readonly string[],
  available: readonly string[],
): string | undefined {
  for (const tag of preferred) {
    const found = lookUp(tag, available) ?? findVariety(tag, available)
    if (found !== undefined) return found
  }
  return undefined
}

/** Removes the last part until the tag is available, and a single letter with the part after it. */
function lookUp(tag: string, available: readonly string[]): string | undefined {
  for (let range = tag.toLowerCase(); range !== ''; range = shorten(range)) {
    const found = available.find((other) => other.toLowerCase() === range)
    if (found !== undefined) return found
  }
  return undefined
}

function shorten(range: string): string {
  return range.replace(/(?:-[a-z\d])?-[^-]*$|^[^-]*$/, '')
}

function findVariety(tag: string, available: readonly string[]): string | undefined {
  const variety = describeVariety(tag)
  return variety && available.find((other) => describeVariety(other) === variety)
}

/** Returns a tag's language and script. A tag without a script has the usual one. */
function describeVariety(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return undefined
  }
}
