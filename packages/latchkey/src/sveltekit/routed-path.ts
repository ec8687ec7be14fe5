import type { RequestEvent } from '@sveltejs/kit'
import { chooseTarget } from '../integration/outcome.ts'
import { readSegments } from '../integration/protected-paths.ts'
import { kitBase } from './preset.ts'

type Params = Readonly<Record<string, unknown>>

/** What a request may be routed by. Each is a list of decoded segments. */
export interface RoutedPaths {
  /** The path that SvelteKit found the route for, without `paths.base`. */
  readonly routed: readonly string[]
  /** All names of the page: its path with and without `paths.base`, and the id of its route. */
  readonly all: readonly (readonly string[])[]
}

/**
 * Returns the paths of a request as SvelteKit routes it. Its URL has other spellings of them:
 * SvelteKit decodes it, and the hook `reroute` may replace it.
 */
export function readRoutedPaths({ request, url, route, params, isRemoteRequest }: RequestEvent): RoutedPaths {
  // The client chooses the URL of the event of a remote function, but not what it calls.
  const requested = readSegments(isRemoteRequest ? new URL(request.url).pathname : url.pathname)
  const path = withoutBase(requested)
  const filled = isRemoteRequest || route.id === null ? undefined : fillRoute(route.id, params)
  const id = route.id?.split('/').filter(Boolean) ?? []
  return { routed: filled ?? path, all: [requested, path, filled ?? path, id] }
}

/** Returns whether a request is one that the script of SvelteKit sends, and reads redirects of. */
export function isFromKitScript({ request, isDataRequest, isRemoteRequest }: RequestEvent): boolean {
  return isDataRequest || isRemoteRequest || request.headers.get('x-sveltekit-action') === 'true'
}

/**
 * Returns the response to a request whose path cannot be decoded. SvelteKit has no page for it, and
 * calls its hooks outside of its error handling: a redirect that a hook throws would end the
 * process.
 */
export function refuseMalformed({ route, url }: RequestEvent): Response | undefined {
  if (route.id !== null) return undefined
  try {
    decodeURI(url.pathname)
    return undefined
  } catch {
    return new Response('Malformed URL', { status: 400 })
  }
}

/** Returns the page to come back to. A form action's query names the action. */
export function requestedPage({ request, url, isRemoteRequest }: RequestEvent): URL {
  const page = new URL(isRemoteRequest ? chooseTarget(undefined, request.headers, kitBase || '/') : url, url)
  for (const name of [...page.searchParams.keys()]) if (name.startsWith('/')) page.searchParams.delete(name)
  return page
}

/** SvelteKit decodes the path before it compares it with `paths.base`. */
function withoutBase(path: readonly string[]): readonly string[] {
  const base = readSegments(kitBase)
  return base.every((segment, index) => segment === path[index]) ? path.slice(base.length) : path
}

/** A parameter or an escaped character in the id of a route. */
const PLACEHOLDER = /\[([xu])\+([\da-f-]+)\]|\[\[?(?:\.\.\.)?([\w-]+?)(?:=[\w-]+)?\]\]?/g

/**
 * Returns the path that leads to a route, without the names of groups. Returns `undefined` if a
 * matcher has replaced a parameter by something other than text.
 */
function fillRoute(id: string, params: Params): string[] | undefined {
  if (Object.values(params).some((value) => value !== undefined && typeof value !== 'string'))
    return undefined
  return id
    .split('/')
    .filter((segment) => !/^\(.+\)$/.test(segment))
    .flatMap((segment) => fillSegment(segment, params))
    .filter(Boolean)
}

function fillSegment(segment: string, params: Params): string[] {
  const filled = segment.replace(PLACEHOLDER, (_, type?: string, code = '', name = '') =>
    type === undefined ? String(params[name] ?? '') : readCharacters(code),
  )
  // Only a rest parameter has several segments. In others, a slash was encoded.
  return segment.includes('[...') ? filled.split('/') : [filled]
}

/** @see https://svelte.dev/docs/kit/advanced-routing#Encoding */
function readCharacters(codes: string): string {
  return String.fromCharCode(...codes.split('-').map((code) => Number.parseInt(code, 16)))
}
