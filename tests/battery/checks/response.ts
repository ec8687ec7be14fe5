import type { ReceivedResponse } from '../response.ts'
import type { CheckTable } from './check-table.ts'
import { matches } from './pattern.ts'

type Statuses = readonly ReceivedResponse['status'][]

export interface ResponseChecks {
  responds: true
  isNoServerError: true
  statusIn: Statuses
  statusNotIn: Statuses
  /** At least one of the responses has one of these. */
  someStatusIn: Statuses
  headersMatch: Readonly<Record<string, string>>
  lacksHeaders: readonly string[]
  maxMilliseconds: number
  /** The response tells an attacker nothing else than a saved one. */
  isSameAs: string
}

export const responseChecks: CheckTable<ResponseChecks> = {
  responds: ({ response }) => (response.status === 'none' ? describeStatus(response) : undefined),
  isNoServerError: ({ response }) =>
    typeof response.status === 'number' && response.status < 500 ? undefined : describeStatus(response),
  statusIn: ({ response }, statuses) =>
    statuses.includes(response.status) ? undefined : `${describeStatus(response)}, not ${statuses}`,
  statusNotIn: ({ response }, statuses) =>
    statuses.includes(response.status) ? describeStatus(response) : undefined,
  someStatusIn: ({ all }, statuses) =>
    all.some(({ status }) => statuses.includes(status))
      ? undefined
      : `no status ${statuses}, only ${[...new Set(all.map(({ status }) => status))]}`,
  headersMatch({ response }, wanted) {
    const wrong = Object.keys(wanted).find(
      (name) => !matches(wanted[name] ?? '', response.headers.get(name) ?? ''),
    )
    return wrong && `header ${wrong}: ${response.headers.get(wrong)}`
  },
  lacksHeaders({ response: { headers } }, names) {
    const sent = names.find((name) => headers.has(name))
    return sent && `header ${sent}: ${headers.get(sent)}`
  },
  maxMilliseconds: ({ response: { milliseconds } }, max) =>
    milliseconds <= max ? undefined : `${Math.round(milliseconds)} ms`,
  isSameAs({ run, response }, saved) {
    const [before, now] = [describe(run.responses[saved]), describe(response)]
    return before === now ? undefined : `differs: ${before}, ${now}`
  },
}

function describeStatus({ status, error }: ReceivedResponse): string {
  return error === undefined ? `status ${status}` : `threw ${error}`
}

/** Describes what a visitor sees, without what is random. */
function describe(response: ReceivedResponse | undefined): string {
  const { status, location = '', text = '' } = response ?? {}
  const page = text.replace(/[A-Za-z0-9_-]{30,}/g, '*')
  return [status, location.replace(/[0-9a-f-]{32,}/gi, '*'), page.length].join(' ')
}
