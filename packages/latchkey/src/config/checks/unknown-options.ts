import { warnOnce } from '../../log/logger.ts'
import { isRecord } from '../../records/record.ts'
import type { AuthConfig, LoggerInstance } from '../../types/config.ts'
import { CONFIG_OPTIONS, NESTED_OPTIONS, PROVIDER_OPTIONS } from './option-names.ts'
import type { Shapes as Names } from './shapes.ts'

const SECTIONS: readonly (readonly [string, Names])[] = Object.entries({ ...NESTED_OPTIONS })

/** Maximum number of differing letters. With more, `profile` would match `profileUrl`. */
const MAX_DISTANCE = 2

/**
 * Maximum number of differing letters if the configuration is rejected. Applications keep their own
 * functions next to the callbacks, and `signUp` differs from `signIn` by two letters.
 */
const MAX_REFUSED = { option: 2, nested: 1 }

/** Options without which a configuration protects less than it appears to. */
const PROTECTING =
  /^(?:account|adapter|callbacks|cookies|jwt|limits|providerTokens|redirectProxyTargets|registration|secondFactor|secret|session|store|trustHost|trustedHosts|unverifiedAccounts|useSecureCookies)(?:\.|$)/

interface UnknownOption {
  readonly name: string
  /** The object that does not have this option. */
  readonly owner: string
  /** Existing options with a similar name, or with the same name in other objects. */
  readonly similar: readonly string[]
  /** The existing option that it is probably a misspelling of. */
  readonly nearest?: string | undefined
}

/**
 * Returns the problem of the first option whose name nearly equals that of an option that protects
 * users, or of the first callback that is not in `callbacks`. With `callback` instead of
 * `callbacks`, or with `authorized` next to it, a proxy would let everyone through.
 */
export function findMisspeltOption(config: AuthConfig): string | undefined {
  const unknown = [...unknownInConfig(config), ...unknownInSections(config)].find(
    (option) => isMisspelt(option) || isMisplaced(option),
  )
  return unknown && describe(unknown)
}

/** Returns whether a name can hardly mean anything else: one of four letters may differ. */
function isMisspelt({ name, nearest }: UnknownOption): boolean {
  if (nearest === undefined || !PROTECTING.test(nearest)) return false
  const [written, meant] = [name, nearest].map(lastName) as [string, string]
  const most = nearest.includes('.') ? MAX_REFUSED.nested : MAX_REFUSED.option
  return editDistance(written, meant) <= Math.min(most, Math.floor(meant.length / 4))
}

/** Returns whether a name is a callback's name, which has no effect outside of `callbacks`. */
function isMisplaced({ name, similar }: UnknownOption): boolean {
  return similar.includes(`callbacks.${name}`)
}

/** Returns the name after a path's last dot, without differences in style. */
function lastName(path: string): string {
  return path
    .slice(path.lastIndexOf('.') + 1)
    .replace(/[_-]/g, '')
    .toLowerCase()
}

/**
 * Logs a warning once for each option that does not exist. In JavaScript, nothing else reports a
 * misspelt name.
 */
export function warnOfUnknownOptions(config: AuthConfig, logger: LoggerInstance): void {
  const unknown = [...unknownInConfig(config), ...unknownInSections(config), ...unknownInProviders(config)]
  for (const option of unknown) warnOnce(config, logger, 'unknown-option', describe(option))
  warnOfWellKnown(config, logger)
}

function describe({ name, owner, similar }: UnknownOption): string {
  const advice =
    similar.length === 0
      ? 'Remove it.'
      : `Did you mean ${similar.map((other) => `\`${other}\``).join(' or ')}?`
  return `\`${name}\` is not an option of ${owner}. ${advice}`
}

/** Logs a warning for each provider with `wellKnown`, which only NextAuth 4 reads. */
function warnOfWellKnown(config: AuthConfig, logger: LoggerInstance): void {
  for (const { id, options, wellKnown } of objectsIn(config.providers)) {
    if (!wellKnown && !(isRecord(options) && options.wellKnown)) continue
    const advice =
      `\`wellKnown\` for provider "${String(id)}" has no effect: its metadata is read at \`issuer\`. ` +
      'Remove it, or set `discovery` if this server must read them elsewhere.'
    warnOnce(config, logger, 'well-known-ignored', advice)
  }
}

function unknownInConfig(config: AuthConfig): UnknownOption[] {
  return unknownNames(config, CONFIG_OPTIONS).map((name) => {
    const nearest = nearestName(name, CONFIG_OPTIONS)
    const similar = nearest === undefined ? sectionsWith(name) : [nearest]
    return { name, owner: 'Latchkey', similar, nearest }
  })
}

/** Returns the options inside other options that have a name, such as `session.maxAge`. */
function sectionsWith(name: string): string[] {
  return SECTIONS.filter(([, known]) => Object.hasOwn(known, name)).map(([section]) => `${section}.${name}`)
}

function unknownInSections(config: AuthConfig): UnknownOption[] {
  return SECTIONS.flatMap(([section, known]) =>
    unknownNames(config[section as keyof AuthConfig], known).map((name) => {
      const nearest = nearestName(name, known)
      const similar = nearest === undefined ? [] : [`${section}.${nearest}`]
      return { name: `${section}.${name}`, owner: 'Latchkey', similar, nearest: similar[0] }
    }),
  )
}

/**
 * Reports only names that are similar to an option: a factory may have its own options, and a
 * provider object may have further fields.
 */
function unknownInProviders({ providers }: AuthConfig): UnknownOption[] {
  return objectsIn(providers).flatMap(({ type, id, options, ...own }) => {
    const known: Names = PROVIDER_OPTIONS[type as keyof typeof PROVIDER_OPTIONS] ?? {}
    return unknownNames(options ?? own, known).flatMap((name) => {
      const nearest = nearestName(name, known)
      return nearest === undefined
        ? []
        : [{ name, owner: `the provider "${String(id)}"`, similar: [nearest] }]
    })
  })
}

/** Returns a list's objects. In JavaScript, it may be anything: another check reports that. */
function objectsIn(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : []
}

function unknownNames(options: unknown, known: Names): string[] {
  return isRecord(options) ? Object.keys(options).filter((name) => !Object.hasOwn(known, name)) : []
}

/** Returns the known name that differs least, if at most a third of its letters differ. */
function nearestName(name: string, known: Names): string | undefined {
  const distances = Object.keys(known).map((candidate) => ({
    candidate,
    distance: editDistance(lastName(name), lastName(candidate)),
  }))
  const [nearest] = distances.sort((a, b) => a.distance - b.distance)
  const limit = Math.min(MAX_DISTANCE, Math.max(1, Math.floor(name.length / 3)))
  return nearest !== undefined && nearest.distance <= limit ? nearest.candidate : undefined
}

/**
 * Returns how many letters must be inserted, deleted, replaced or swapped with their neighbour to
 * turn one text into the other.
 *
 * @see https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance#Optimal_string_alignment_distance
 */
function editDistance(from: string, to: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row.push(
        Math.min(
          at(last, j) + 1,
          at(row, j - 1) + 1,
          at(last, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1),
          isSwapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = row
  }
  return at(last, to.length)
}

function at(row: readonly number[] | undefined, index: number): number {
  return row?.[index] ?? Number.POSITIVE_INFINITY
}
