/** Auth.js modules whose counterpart has another name. */
const MODULES = new Map([
  ['next-auth', 'latchkey/next'],
  ['next-auth/jwt', 'latchkey/jwt'],
  ['next-auth/react', 'latchkey/react'],
  ['next-auth/webauthn', 'latchkey/webauthn'],
  ['next-auth/adapters', 'latchkey/adapters'],
  ['next-auth/providers', 'latchkey/providers'],
  ['@auth/core', 'latchkey'],
  ['@auth/core/adapters', 'latchkey/adapters'],
  ['@auth/core/errors', 'latchkey/errors'],
  ['@auth/core/jwt', 'latchkey/jwt'],
  ['@auth/core/providers', 'latchkey/providers'],
  ['@auth/core/types', 'latchkey/types'],
  ['@auth/sveltekit', 'latchkey/sveltekit'],
  ['@auth/sveltekit/adapters', 'latchkey/adapters'],
  ['@auth/sveltekit/client', 'latchkey/sveltekit/client'],
  ['@auth/sveltekit/components', 'latchkey/sveltekit/components'],
  ['@auth/sveltekit/providers', 'latchkey/providers'],
  ['@auth/sveltekit/webauthn', 'latchkey/sveltekit/client'],
  ['@auth/solid-start', 'latchkey/solid-start'],
  ['@auth/solid-start/client', 'latchkey/solid-start/client'],
])

/** Modules whose augmentation has another target than their imports. */
const AUGMENTED = new Map([
  ['next-auth', 'latchkey'],
  // An application can declare one interface in both modules.
  ['@auth/core/types', 'latchkey'],
  ['@auth/sveltekit', 'latchkey'],
  ['@auth/solid-start', 'latchkey'],
])

/** What to do about modules without a counterpart of the same shape. */
const HINTS = new Map([
  ['@auth/express', 'Use `handler` and `auth` of `Latchkey(config)` from "latchkey/node".'],
  ['next-auth/middleware', "Export your configuration's `auth` as the proxy, with `callbacks.authorized`."],
  ['next-auth/next', "Use your configuration's `auth` instead of `getServerSession`."],
])

const PROVIDER = /^(?:next-auth|@auth\/(?:core|sveltekit|solid-start))\/providers\/([\w-]+)(?:\.js)?$/

/** Auth.js packages that an application stops using. Its adapters stay. */
export const PACKAGES: readonly string[] = ['next-auth', '@auth/core', '@auth/sveltekit', '@auth/solid-start']

/** What `declare module`, `import`, `/// <reference types>` and a list of packages refer to. */
export type Usage = 'import' | 'augmentation' | 'reference' | 'package'

/** Returns the Latchkey module for an Auth.js module, or `undefined` if there is none. */
export function moduleFor(specifier: string, usage: Usage = 'import'): string | undefined {
  const augmented = usage === 'augmentation' ? AUGMENTED.get(specifier) : undefined
  if (augmented !== undefined) return augmented
  if (usage === 'package') return PACKAGES.includes(specifier) ? 'latchkey' : undefined
  if (usage === 'reference' && specifier === '@auth/sveltekit') return 'latchkey/sveltekit/ambient'
  const provider = PROVIDER.exec(specifier)?.[1]
  return provider === undefined ? MODULES.get(specifier) : `latchkey/providers/${provider}`
}

/** Returns whether a specifier is an Auth.js module other than one of its adapters. */
export function isAuthModule(specifier: string): boolean {
  if (/^@auth\/[\w-]+-adapter(?:\/|$)/.test(specifier)) return false
  return /^next-auth(?:\/|$)/.test(specifier) || /^@auth\//.test(specifier)
}

/** Returns what to do about a module without a counterpart. */
export function adviceFor(specifier: string): string {
  return HINTS.get(specifier) ?? 'Replace what the file imports from it.'
}
