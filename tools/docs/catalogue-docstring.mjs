/**
 * The parts of a factory's docstring. The first sentence is "Returns the … provider.". Labels mark
 * the facts that a developer needs to set the provider up, as described in
 * docs/project/contributing/add-a-provider.md.
 *
 * @typedef {object} Docstring
 * @property {string} summary the first paragraph without its first sentence
 * @property {string} setup the second paragraph: what the developer has to set
 * @property {string} steps the list below "Create the application:" or "Create the API key:"
 * @property {string} scopes the text after "Scopes:"
 * @property {string} email the text after "E-mail address:"
 * @property {string} sender the text after "Sender:"
 * @property {string} docker the text after "Docker:", and its example
 * @property {string[]} limits the items of the list below "Limits:"
 * @property {string} notes all other paragraphs, and the example that belongs to them
 * @property {string | undefined} deprecated the text of `@deprecated`
 * @property {{ url: string, label: string }[]} links the URLs and texts of `@see`
 */

/** How the paragraph of each fact starts. */
const LABELS = {
  steps: /^Create the (?:application|API key):\n/,
  scopes: /^Scopes:\s/,
  email: /^E-mail address:\s/,
  sender: /^Sender:\s/,
  docker: /^Docker:\s/,
  limits: /^Limits:\n/,
}

/**
 * Reads the docstring of a provider's factory.
 *
 * @param {string} docstring
 * @returns {Docstring}
 */
export function readDocstring(docstring) {
  const lines = docstring.split('\n').map((line) => line.replace(/^\s*\* ?/, ''))
  const firstTag = lines.findIndex((line) => line.startsWith('@'))
  const paragraphs = lines
    .slice(0, firstTag === -1 ? undefined : firstTag)
    .join('\n')
    .trim()
    .split('\n\n')
  const isLabelled = (/** @type {string} */ text) => Object.values(LABELS).some((label) => label.test(text))
  const [first = '', setup = '', ...notes] = paragraphs.filter((text) => !isLabelled(text))
  const fact = (/** @type {keyof typeof LABELS} */ name) =>
    paragraphs.find((text) => LABELS[name].test(text))?.replace(LABELS[name], '') ?? ''
  return {
    // A dot inside a name, as in "Battle.net", does not end the sentence.
    summary: first.replace(/^Returns [\s\S]*?\.(?:\s+|$)/, ''),
    setup,
    steps: fact('steps'),
    scopes: fact('scopes'),
    email: fact('email'),
    sender: fact('sender'),
    // Markdown needs an empty line before an example, which would end the paragraph.
    docker: fact('docker').replace('\n```ts', '\n\n```ts'),
    limits: itemsOf(fact('limits')),
    notes: withExample(notes, lines).join('\n\n'),
    ...readTags(lines),
  }
}

/**
 * Returns the items of a list, each on one line.
 *
 * @param {string} list
 */
function itemsOf(list) {
  return list
    .split(/^- /m)
    .map((item) => item.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}

/**
 * @param {string[]} notes
 * @param {string[]} lines
 */
function withExample(notes, lines) {
  const [, example] = /@example\n(```ts\n[\s\S]*?```)/.exec(lines.join('\n')) ?? []
  return notes.length > 0 && example ? [...notes, example] : notes
}

/** @param {string[]} lines */
function readTags(lines) {
  const [, deprecated] = /@deprecated ([\s\S]*?)\n@/.exec(lines.join('\n')) ?? []
  const links = lines.flatMap((line) => {
    const [, url, label] = /^@see (https:\/\/\S+) (.+)$/.exec(line) ?? []
    return url && label ? [{ url, label }] : []
  })
  return { deprecated, links }
}
