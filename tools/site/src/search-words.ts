import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findLinks } from './navigation.ts'
import { repository, sitePath, withoutMarkup } from './pages.ts'

const LIST = 'tools/site/search-words.md'

/**
 * Returns the words with which developers look for a page or a section, by its path and anchor:
 * the tasks of the list that link to it.
 */
export function readSearchWords(): Map<string, string[]> {
  const markdown = readFileSync(join(repository, LIST), 'utf8')
  const words = new Map<string, string[]>()
  for (const row of markdown.matchAll(/^\| (.+?) \| (.+) \|$/gm)) {
    const [, task = '', targets = ''] = row
    for (const { source, anchor } of findLinks(targets, LIST)) {
      const target = anchor === undefined ? sitePath(source) : `${sitePath(source)}#${anchor}`
      words.set(target, [...(words.get(target) ?? []), withoutMarkup(task)])
    }
  }
  return words
}

/** How often a task counts compared with a word of the text. */
const WEIGHT = 6

/**
 * Adds the words of a page and of its sections to the HTML that is indexed.
 *
 * @param path the page, relative to the root of the site, with the extension `.md`
 */
export function addSearchWords(html: string, path: string, words: ReadonlyMap<string, string[]>): string {
  return html.replaceAll(/<h([1-6]) id="([^"]*)"[\s\S]*?<\/h\1>/g, (heading, level: string, id: string) => {
    const found = words.get(level === '1' ? path : `${path}#${id}`)
    return found === undefined ? heading : `${heading}<p>${`${found.join('. ')}. `.repeat(WEIGHT)}</p>`
  })
}

/** A part of MiniSearch's results that the order of results depends on. */
interface StoredFields {
  readonly titles?: readonly string[]
}

/**
 * Returns how much a section counts. VitePress sends the function to the browser as text, so it
 * refers to nothing outside of it.
 */
export function weigh(id: string, term: string, stored?: Record<string, unknown>): number {
  if (/\/(?:project\/(?:changelog|contributing)|assurance\/compatibility)/.test(id)) return 0.3
  if (/\/(?:all-pages|project\/(?!roadmap|stability)|migrate\/auth-js|api\/)/.test(id)) return 0.6
  // The page of each provider has a section about e-mail addresses.
  if (/\/providers\//.test(id) && /mail/.test(term)) return 0.3
  const { titles } = (stored ?? {}) as StoredFields
  return titles?.length === 0 ? 1.3 : 1
}

/**
 * Returns the words to look for when a developer types one: none for a word without meaning, and
 * the words of these pages for a synonym. VitePress sends the function to the browser as text.
 */
export function wordsFor(typed: string): string[] | null {
  const term = typed.toLowerCase()
  const noise =
    /^(?:an?|the|to|of|in|on|at|is|are|be|do|does|i|my|me|how|what|which|who|when|where|why|with|for|and|or|can|should|it|this|there|function)$/
  if (noise.test(term)) return null
  const synonyms: Record<string, string[]> = {
    '2fa': ['factor', 'two', 'authenticator'],
    mfa: ['factor', 'two', 'authenticator'],
    totp: ['factor', 'authenticator'],
    logout: ['sign', 'out'],
    login: ['sign'],
    signin: ['sign'],
    signout: ['sign', 'out'],
    signup: ['sign', 'up', 'register'],
    register: ['sign', 'up'],
    middleware: ['proxy', 'guard', 'protect'],
    nextauth_url: ['auth_url'],
    rotation: ['rotate', 'refresh'],
    postgres: ['postgresql'],
    pg: ['postgresql'],
    mongo: ['mongodb'],
    rbac: ['roles', 'permissions'],
    sso: ['openid', 'oidc'],
    webauthn: ['passkeys'],
    email: ['mail'],
    accept: ['arguments', 'options'],
    parameters: ['arguments', 'options'],
    install: ['started'],
    two: ['several'],
    multiple: ['several'],
    invite: ['invited'],
    impersonate: ['impersonation'],
    breaks: ['breaking', 'changes', 'stable'],
    ban: ['block'],
    kubernetes: ['processes', 'docker'],
    typescript: ['types'],
    delete: ['remove'],
    expiry: ['expires', 'lifetime', 'maxage'],
    timeout: ['lifetime', 'maxage'],
  }
  const terms = [term, ...(Object.hasOwn(synonyms, term) ? (synonyms[term] ?? []) : [])]
  // The name of an error, a function or a variable counts twice: `TokensExpired`, `AUTH_SECRET`.
  return /[a-z][A-Z]|_/.test(typed) ? [...terms, ...terms] : terms
}
