import type { AccountOverview, AccountSection } from '../../types/account-pages.ts'
import type { Texts } from '../../types/texts.ts'
import type { UserSession } from '../../types/user-sessions.ts'

/** How many sessions the overview names. */
const MAX_NAMES = 3

/** Returns a time in the language of the texts, in UTC: the server does not know the user's zone. */
export function formatDate(texts: Texts, date: Date, style: 'date' | 'time' = 'date'): string {
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const
  if (style === 'date') return new Intl.DateTimeFormat(texts.lang, options).format(date)
  return `${new Intl.DateTimeFormat(texts.lang, { ...options, timeStyle: 'short' }).format(date)} UTC`
}

/** Returns the name of a session: the one that the user gave it, or its browser. */
export function nameSession({ name, device }: UserSession, texts: Texts): string {
  return name ?? ([device.browser, device.os].filter(Boolean).join(', ') || texts.account.sessions.unknown)
}

type Describe = (overview: AccountOverview, texts: Texts) => string

/** What the overview says of each section. */
const STATES: Readonly<Record<Exclude<AccountSection, 'profile'>, Describe>> = {
  email({ email }, { account: { email: words } }) {
    if (!email?.address) return words.none
    return `${email.address} · ${email.isVerified ? words.verified : words.unverified}`
  },
  password({ password }, texts) {
    const words = texts.account.password
    if (!password?.isSet) return words.none
    const { changedAt } = password
    // Storage of the application does not know the date.
    return changedAt && changedAt.getTime() > 0 ? words.changed(formatDate(texts, changedAt)) : words.set
  },
  secondFactor({ secondFactor }, { account: { secondFactor: words } }) {
    const names = secondFactor?.factors.map(({ type }) => (type === 'totp' ? words.app : words.passkeys))
    return names?.length ? [...new Set(names)].join(', ') : words.off
  },
  passkeys: ({ passkeys }, { account: { passkeys: words } }) =>
    passkeys?.map(({ name }) => name ?? words.unnamed).join(', ') || words.none,
  accounts({ accounts }, { account: { accounts: words } }) {
    const nameOf = (provider: string): string =>
      accounts?.providers.find(({ id }) => id === provider)?.name ?? provider
    return accounts?.connected.map(({ provider }) => nameOf(provider)).join(', ') || words.none
  },
  sessions: ({ sessions = [] }, texts) =>
    sessions
      .slice(0, MAX_NAMES)
      .map((session) => nameSession(session, texts))
      .join(' · '),
  events({ events }, texts) {
    const { events: words, noEvents } = texts.account
    const known = events?.find(({ type }) => Object.hasOwn(words, type))
    if (known === undefined) return noEvents
    return `${words[known.type as keyof typeof words]} · ${formatDate(texts, known.at, 'time')}`
  },
  export: (_, { account }) => account.export,
  delete: (_, { account }) => account.delete.warning,
}

/** Returns what the overview says of a section. */
export function describeSection(overview: AccountOverview, texts: Texts, section: AccountSection): string {
  return section === 'profile' ? '' : STATES[section](overview, texts)
}
