/**
 * The modules of Latchkey that replace those of Auth.js, as the guide for moving lists them. The
 * first pattern that matches counts.
 *
 * @type {readonly (readonly [RegExp, string])[]}
 */
const MODULES = [
  [/^next-auth$/, 'latchkey/next'],
  [/^@auth\/core$/, 'latchkey'],
  [/^@auth\/(sveltekit|solid-start)$/, 'latchkey/$1'],
  [/^@auth\/(sveltekit|solid-start)\/(client|components)$/, 'latchkey/$1/$2'],
  // `signIn` of this module signs in with passkeys, too.
  [/^@auth\/sveltekit\/webauthn$/, 'latchkey/sveltekit/client'],
  [/^(?:next-auth|@auth\/(?:core|sveltekit|solid-start))\/providers\/index$/, 'latchkey/providers'],
  [/^(?:next-auth|@auth\/(?:core|sveltekit|solid-start))\/(.+)$/, 'latchkey/$1'],
]

/**
 * The exports that have another name in Latchkey. The guide for moving names them. Their imports
 * are renamed, so that the code below stays as it is.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const RENAMED = { SvelteKitAuth: 'Latchkey', SolidAuth: 'Latchkey' }

/**
 * Returns the module of Latchkey that replaces a module of Auth.js, or `undefined` for any other
 * module. Adapters stay.
 *
 * @param {string} specifier
 * @returns {string | undefined}
 */
export function findReplacement(specifier) {
  const found = MODULES.find(([pattern]) => pattern.test(specifier))
  return found && specifier.replace(...found)
}

/**
 * Replaces the modules of Auth.js in a source, in imports, in `import()` and in `declare module`.
 *
 * @param {string} source
 * @returns {string}
 */
export function withLatchkey(source) {
  const moved = source.replace(
    /(from |import |import\(|declare module )'([^'.][^']*)'/g,
    (text, before, specifier) => {
      const replacement = findReplacement(specifier)
      return replacement === undefined ? text : `${before}'${replacement}'`
    },
  )
  return moved.replace(/import \{[^}]*\} from 'latchkey[^']*'/g, (statement) =>
    statement.replace(/\b(?:SvelteKit|Solid)Auth\b/g, (name) => `${RENAMED[name]} as ${name}`),
  )
}
