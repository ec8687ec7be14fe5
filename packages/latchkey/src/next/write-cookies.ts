import { cookies } from 'next/headers.js'
import type { Cookie } from '../types/cookies.ts'

/** The cookies of one request, as Next.js returns them. */
type CookieStore = Awaited<ReturnType<typeof cookies>>

/** Writes cookies in a server action or route handler. */
export async function writeCookies(written: readonly Cookie[]): Promise<void> {
  writeTo(await cookies(), written)
}

/** Writes cookies of the request that the store belongs to. @throws {Error} where it cannot */
export function writeTo(store: CookieStore, written: readonly Cookie[]): void {
  for (const { name, value, options } of written) store.set(name, value, options)
}

/** Returns whether cookies can be set: in a server action or route handler. */
export async function canWriteCookies(): Promise<boolean> {
  return canWriteTo(await cookies())
}

/**
 * Returns whether cookies can be set. Next.js says so only when one is set. The name of this one
 * cannot be read, so none is set, and a server action does not render its page again because of it.
 */
export function canWriteTo(store: CookieStore): boolean {
  try {
    store.set(NAMELESS)
    return true
  } catch (error) {
    return error === NO_NAME
  }
}

const NO_NAME = new Error('This cookie is never set.')

function failWithoutName(): never {
  throw NO_NAME
}

const NAMELESS = {
  get name(): string {
    return failWithoutName()
  },
  value: '',
  // For a store of a test, which takes only a name and a value.
  toString: failWithoutName,
}
