import type { CurrentUser } from 'latchkey'
import { CredentialsSignin, PasswordRejected, TooManyRequests } from 'latchkey/errors'

/** What the page shows: the user's password, second factors and sessions, and what happened. */
export async function readSecurity(user: CurrentUser) {
  const { isSet: hasPassword } = await user.password.status()
  const { factors, recoveryCodesLeft } = await user.secondFactor.list()
  const sessions = await user.sessions.list()
  const events = await user.events.list({ limit: 20 })
  return {
    hasPassword,
    factors: factors.map(({ id, name, createdAt }) => ({ id, name, added: readableTime(createdAt) })),
    recoveryCodesLeft,
    sessions: sessions.map(({ id, isCurrent, device: { browser, os }, methods, lastSeenAt }) => ({
      id,
      isCurrent,
      device: `${browser ?? 'Unknown browser'}${os ? ` on ${os}` : ''}`,
      methods: methods.flatMap((method) => METHODS[method] ?? []).join(', '),
      lastSeen: readableTime(lastSeenAt),
    })),
    // A sign-in that starts a session is one event for the user.
    events: events
      .filter(({ type }) => type !== 'sessionStarted')
      .slice(0, 8)
      .map(({ type, at }) => ({ what: WORDS[type] ?? toWords(type), at: readableTime(at) })),
  }
}

/** Changes the user's password. Returns what happened, as the page's URL names it. */
export async function changePassword(user: CurrentUser, form: Pick<FormData, 'get'>) {
  try {
    await user.password.change({ current: String(form.get('current')), next: String(form.get('next')) })
    return 'changed'
  } catch (error) {
    if (error instanceof PasswordRejected) return error.reason
    if (error instanceof CredentialsSignin) return 'wrong'
    if (error instanceof TooManyRequests) return 'limited'
    throw error
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

/** The types of events whose names are not words for a user. */
const WORDS: Readonly<Record<string, string>> = {
  stepUpPassed: 'Confirmed that it is you',
  stepUpFailed: 'Could not confirm that it is you',
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
