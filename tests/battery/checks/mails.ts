import type { Target } from '../target.ts'
import type { CheckTable, Problem } from './check-table.ts'
import { matches } from './pattern.ts'

type Mail = Target['mails'][number]

interface WantedMails {
  readonly count?: number
  readonly max?: number
  readonly recipient?: string
  readonly linkHost?: string
  readonly linkLacks?: string
  /** Seconds. */
  readonly maxLifetime?: number
}

export interface MailChecks {
  mails: WantedMails
}

export const mailChecks: CheckTable<MailChecks> = {
  mails({ run: { app } }, wanted) {
    const { count = app.mails.length, max = Number.POSITIVE_INFINITY } = wanted
    if (app.mails.length !== count || app.mails.length > max)
      return `${app.mails.length} e-mails to ${app.mails.map(({ to }) => to)}`
    return app.mails.map((mail) => findWrongPart(mail, wanted)).find(Boolean)
  },
}

function findWrongPart({ to, url, expires }: Mail, wanted: WantedMails): Problem {
  const { recipient = to, linkHost, linkLacks, maxLifetime = Number.POSITIVE_INFINITY } = wanted
  const lifetime = (expires.getTime() - Date.now()) / 1000
  if (to !== recipient) return `an e-mail to ${JSON.stringify(to)}`
  if (linkHost !== undefined && new URL(url).host !== linkHost) return `a link to ${url}`
  if (linkLacks !== undefined && matches(linkLacks, decodeURIComponent(url))) return `a link to ${url}`
  return lifetime > maxLifetime ? `a link for ${Math.round(lifetime)} seconds` : undefined
}
