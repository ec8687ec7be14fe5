import type { FormTarget } from '../step-up/interrupted-form.ts'
import { nextBasePath } from './base-path.ts'

/** What Next.js knows about the current request. It has no public function for it. */
interface Stores {
  readonly workUnitAsyncStorage: {
    getStore(): { readonly type?: string; readonly url?: Location } | undefined
  }
  readonly workAsyncStorage: { getStore(): { readonly page?: string } | undefined }
}

interface Location {
  readonly pathname: string
  readonly search: string
}

/** Where code of the App Router runs. */
export interface CurrentPlace {
  /** The requested path and query. `undefined` if Next.js does not say. */
  readonly path: string | undefined
  readonly isRouteHandler: boolean
}

/** Returns where the current code of the App Router runs. */
export function currentPlace(): CurrentPlace {
  const stores = loadStores()
  const unit = stores?.workUnitAsyncStorage.getStore()
  const page = stores?.workAsyncStorage.getStore()?.page ?? ''
  const path = unit?.type === 'request' && unit.url ? publicPath(unit.url) : undefined
  return { path, isRouteHandler: page.endsWith('/route') }
}

/** Returns a path with its query as browsers request it. */
function publicPath({ pathname, search }: Location): string {
  const query = new URLSearchParams(search)
  // The router adds it to its own requests.
  query.delete('_rsc')
  const base = pathname === nextBasePath || pathname.startsWith(`${nextBasePath}/`) ? '' : nextBasePath
  return `${base}${pathname}${query.size > 0 ? `?${query}` : ''}`
}

let loaded: Stores | null | undefined

/**
 * Loads the stores of Next.js from the application's folder. Not by an import: Next.js 14 has them
 * at other places, and bundlers report the import of a missing module as an error.
 */
function loadStores(): Stores | null {
  loaded ??= tryLoad()
  return loaded
}

function tryLoad(): Stores | null {
  const folder = 'next/dist/server/app-render'
  // Next.js warns of names of Node.js in code that an Edge runtime may run.
  const { process: node } = globalThis
  try {
    const { createRequire } = node.getBuiltinModule('node:module')
    const load = createRequire(`${node.cwd()}/_`)
    return {
      ...load(`${folder}/work-unit-async-storage.external.js`),
      ...load(`${folder}/work-async-storage.external.js`),
    }
  } catch {
    // For example an Edge runtime.
    return null
  }
}

/** A server action, as code on the server sees it. */
// biome-ignore lint/suspicious/noExplicitAny: an action has any parameters.
export type ServerAction = (...args: any[]) => unknown

/** How a form is sent again to a server action. */
export interface ActionCall {
  readonly action?: ServerAction | undefined
  /** The arguments before the form, such as the previous state of `useActionState`. */
  readonly args?: readonly unknown[] | undefined
}

/** The length of an id that says how many parameters its action has. */
const DESCRIPTIVE_LENGTH = 42

/**
 * Returns how to send a form to its server action as a browser without JavaScript does. Returns
 * `undefined` if the action is not known, or has parameters that `args` does not have: it would be
 * called with other arguments.
 *
 * @param id the id that the script of Next.js sent
 */
export function actionTarget(
  page: string,
  { action, args = [] }: ActionCall,
  id: string | null,
): FormTarget | undefined {
  const known: unknown = action ? Reflect.get(action, '$$id') : id
  if (typeof known !== 'string' || !/^[\da-f]+$/.test(known)) return undefined
  if (countParameters(known) > args.length + 1) return undefined
  return { action: page, isMultipart: true, extraFields: actionFields(known, args) }
}

function actionFields(id: string, args: readonly unknown[]): (readonly [string, string])[] {
  if (args.length === 0) return [[`$ACTION_ID_${id}`, '']]
  return [
    ['$ACTION_REF_1', ''],
    ['$ACTION_1:0', JSON.stringify({ id, bound: '$@1' })],
    ['$ACTION_1:1', JSON.stringify(args, escapeText)],
  ]
}

/** React reads a text that starts with a dollar sign as a reference. */
function escapeText(_: string, value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('$') ? `$${value}` : value
}

/** Returns how many parameters an action has, as its id says; 0 if it does not say. */
function countParameters(id: string): number {
  if (id.length !== DESCRIPTIVE_LENGTH) return 0
  const info = Number.parseInt(id.slice(0, 2), 16)
  // One bit for each of six parameters, the first one as the highest, and one for a rest parameter.
  const mask = (info >> 1) & 0b111111
  return mask === 0 ? 0 : 6 - Math.log2(mask & -mask)
}
