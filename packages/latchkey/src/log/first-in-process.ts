const loggedKey = Symbol.for('latchkey.logged')
const MAX_LOGGED = 1000

/**
 * Returns whether a text is new in this process, and remembers it. Use it for messages about the
 * process and its environment, and for messages that a request causes. The texts are stored
 * globally, because a bundler can give each entry point of an application its own copy of this
 * module.
 */
export function isFirstInProcess(text: string): boolean {
  const shared = globalThis as { [loggedKey]?: Set<string> }
  shared[loggedKey] ??= new Set()
  const known = shared[loggedKey]
  return known.size < MAX_LOGGED && known.size < known.add(text).size
}
