import type { CurrentUser } from 'latchkey/sveltekit'

/** What the page shows: the user's second factors and sessions, and what happened. */
export async function readSecurity(user: CurrentUser) {
  const { factors, recoveryCodesLeft } = await user.secondFactor.list()
  const sessions = await user.sessions.list()
  const events = await user.events.list({ limit: 8 })
  return {
    factors: factors.map(({ id, name, createdAt }) => ({ id, name, added: readableTime(createdAt) })),
    recoveryCodesLeft,
    sessions: sessions.map(({ id, isCurrent, device: { browser, os }, methods, lastSeenAt }) => ({
      id,
      isCurrent,
      device: `${browser ?? 'Unknown browser'}${os ? ` on ${os}` : ''}`,
      methods: methods.flatMap((method) => METHODS[method] ?? []).join(', '),
      lastSeen: readableTime(lastSeenAt),
    })),
    events: events.map(({ type, at }) => ({ what: toWords(type), at: readableTime(at) })),
  }
}

/** The values of `amr` that say something to a user. */
const METHODS: Readonly<Record<string, string>> = {
  pwd: 'password',
  email: 'e-mail',
  fed: 'Playground ID',
  pop: 'passkey',
  otp: 'authenticator app',
  recovery: 'recovery code',
}

/** For example `secondFactorAdded`: "Second factor added". */
function toWords(type: string) {
  const words = type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function readableTime(date: Date) {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(date)} UTC`
}
