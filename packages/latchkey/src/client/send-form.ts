import type { PageClient } from './client.ts'
import type { ServerResponse } from './connection.ts'
import type { FormResult } from './form-types.ts'
import { readOutcome } from './outcome.ts'
import { areCookiesBlocked, BLOCKED, finish, toSignInResponse } from './sign-in.ts'
import type { Client, SignInResponse } from './types.ts'

/** What the server reports beside what `signIn` reads. */
interface Report extends Pick<FormResult, 'limit' | 'retryAfter' | 'reference'> {
  readonly code?: FormResult['reason']
}

/** A form's result, and the response that it was read from. */
interface SentForm {
  readonly result: FormResult
  readonly body: Readonly<Record<string, unknown>>
}

/** The fields that the user can correct, by the error's type. */
const FIELDS: Readonly<Record<string, FormResult['field']>> = {
  EmailSignInError: 'email',
  PasswordRejected: 'password',
  SecondFactorFailed: 'code',
  Verification: 'code',
}

/**
 * Sends a form. Never leaves the page, and never rejects because of the server or the network.
 *
 * @param changesSession whether an accepted form starts or changes a session
 */
export async function sendForm(
  client: Client,
  endpoint: string,
  form: FormData | object,
  changesSession: boolean,
): Promise<SentForm> {
  const page = requireOwn(client)
  const { redirectTo, ...fields } = form instanceof FormData ? Object.fromEntries(form) : { ...form }
  const sent: Record<string, unknown> = { callbackUrl: redirectTo, ...fields }
  const response = await post(page, endpoint, sent)
  if (typeof response === 'string') return toSent({ ...toSignInResponse(0, undefined, response) }, {}, sent)
  const wanted = String(sent.callbackUrl ?? '')
  const outcome = await (changesSession
    ? finish(page, response, wanted, false)
    : readResponse(response, wanted))
  return toSent(outcome, toRecord(response.body), sent)
}

/** Returns the response, or the error's type if there is none. */
async function post(
  { connection }: PageClient,
  endpoint: string,
  fields: Record<string, unknown>,
): Promise<ServerResponse | string> {
  if (areCookiesBlocked()) return BLOCKED
  try {
    return await connection.post(endpoint, fields)
  } catch (error) {
    connection.report(error as Error)
    return 'NetworkError'
  }
}

function readResponse(response: ServerResponse, wanted: string): SignInResponse {
  const { error, code, target, requirement } = readOutcome(response, wanted)
  return toSignInResponse(response.status, target, error, code, requirement)
}

function toSent(
  { code: _, ...outcome }: SignInResponse,
  body: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): SentForm {
  const { error = '' } = outcome
  // The server's format.
  const { code, limit, retryAfter, reference } = body as unknown as Report
  const reason = error === 'PasswordRejected' ? code : undefined
  const field = FIELDS[error]
  const isSent = field !== undefined && field in sent
  return {
    result: { ...outcome, field: isSent ? field : undefined, reason, limit, retryAfter, reference },
    body,
  }
}

/** Returns the fields of a JSON object; none if it is something else, such as a proxy's page. */
function toRecord(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

/** @throws {TypeError} if it is not a client of this package */
function requireOwn(client: Client): PageClient {
  // By a property: an application may have two copies of the package.
  if ((client as Partial<PageClient> | undefined)?.connection) return client as PageClient
  throw new TypeError(
    'The first argument is not a client. Pass `client` from "latchkey/react", ' +
      '"latchkey/solid-start/client" or "latchkey/sveltekit/client", or the result of `createClient`.',
  )
}
