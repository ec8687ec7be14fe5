import type { AccountOverview, AccountSection } from '../../types/account-pages.ts'
import type { Texts } from '../../types/texts.ts'
import type { UserSession } from '../../types/user-sessions.ts'

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

/** Returns what the overview says of a section. */
export function describeSection(overview: AccountOverview, texts: Texts, section: AccountSection): string {
  const words = texts.account
  const { email, password, secondFactor, passkeys, accounts, sessions, events } = overview
  switch (section) {
    case 'profile':
      return ''
    case 'email':
      if (!email?.address) return words.email.none
      return `${email.address} · ${email.isVerified ? words.email.verified : words.email.unverified}`
    case 'password':
      if (!password?.isSet) return words.password.none
      return password.changedAt && password.changedAt.getTime() > 0
        ? words.password.changed(formatDate(texts, password.changedAt))
        : words.password.set
    case 'secondFactor': {
      const names = secondFactor?.factors.map(({ type }) =>
        type === 'totp' ? words.secondFactor.app : words.secondFactor.passkeys,
      )
      return names?.length ? [...new Set(names)].join(', ') : words.secondFactor.off
    }
    case 'passkeys':
      return passkeys?.map(({ name }) => name ?? words.passkeys.unnamed).join(', ') || words.passkeys.none
    case 'accounts': {
      const names = accounts?.connected.map(
        ({ provider }) => accounts.providers.find(({ id }) => id === provider)?.name ?? provider,
      )
      return names?.join(', ') || words.accounts.none
    }
    case 'sessions':
      return (
        sessions
          ?.map((session) => nameSession(session, texts))
          .slice(0, 3)
          .join(' · ') ?? ''
      )
    case 'events': {
      const known = events?.find(({ type }) => Object.hasOwn(words.events, type))
      if (known === undefined) return words.noEvents
      const text = words.events[known.type as keyof typeof words.events]
      return `${text} · ${formatDate(texts, known.at, 'time')}`
    }
    case 'export':
      return words.export
    case 'delete':
      return words.delete.warning
  }
}
