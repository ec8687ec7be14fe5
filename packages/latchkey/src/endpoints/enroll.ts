import type { Result } from '../contract/result.ts'
import { randomHex } from '../crypto/random.ts'
import { wantsJson } from '../http/accept.ts'
import { endpointUrl, pageUrl } from '../http/endpoint-url.ts'
import { beginEnrolment, confirmEnrolment, type Enrolment, LIFETIME } from '../second-factor/enrolment.ts'
import { rememberEnrolment, rememberedEnrolment } from '../second-factor/pending-enrolment.ts'
import { drawQrCode } from '../second-factor/qr-code.ts'
import { csrfField } from '../security/csrf.ts'
import { readSealed, rememberSealed } from '../security/transaction-cookie.ts'
import { endOthers } from '../sign-in/end-others.ts'
import { conclude, goOn } from './go-on.ts'
import type { PageQuery, Purpose } from './verify-purpose.ts'

/** The cookie of an enrolment in a session. */
const COOKIE = 'enrolment'

/** Shows the QR code of an authenticator app. It stays the same while the user tries codes. */
export async function show(purpose: Purpose, query: PageQuery): Promise<Result> {
  const { ctx, userId } = purpose
  const { auth, base, headers } = ctx
  const error = ctx.query.get('error') ?? undefined
  const key = await keyFor(purpose)
  const known = key && (await rememberedEnrolment(ctx, key))
  const enrolment = known ?? (await begin(purpose))
  if (known === undefined) await rememberEnrolment(ctx, key ?? (await newKey(purpose)), enrolment)
  const { uri, secret } = enrolment
  if (wantsJson(headers)) {
    const qr = await drawQrCode(uri)
    const { callbackUrl } = query
    return {
      type: 'json',
      status: 200,
      body: { purpose: 'enroll', user: userId, uri, secret, qr, callbackUrl },
    }
  }
  if (auth.pages.verify)
    return { type: 'redirect', url: pageUrl(base, auth.pages.verify, { ...query, error }) }
  return {
    type: 'page',
    status: 200,
    page: {
      name: 'enroll',
      action: endpointUrl(base, 'verify', query),
      csrfToken: await csrfField(ctx),
      error,
      secret,
      qr: await drawQrCode(uri),
    },
  }
}

/**
 * Adds the authenticator app, lets the sign-in go on, and shows the recovery codes.
 *
 * @throws {SecondFactorFailed} if the code is wrong
 */
export async function complete(purpose: Purpose): Promise<Result> {
  const { ctx, userId } = purpose
  const { form } = ctx
  const key = await keyFor(purpose)
  const enrolment = key && (await rememberedEnrolment(ctx, key))
  const code = typeof form.code === 'string' ? form.code : ''
  const { recoveryCodes } = await confirmEnrolment(ctx, userId, {
    id: enrolment?.id ?? '',
    code,
    onlyFirst: true,
  })
  const result = await goOn(purpose, ['otp', 'mfa'])
  if (purpose.type === 'step-up') await endOthers(ctx, userId)
  return conclude(ctx, result, { recoveryCodes })
}

function begin({ ctx, userId, ...purpose }: Purpose): Promise<Enrolment> {
  const user = purpose.type === 'sign-in' ? purpose.pending.admission.user : {}
  return beginEnrolment(ctx, { ...user, id: userId })
}

/**
 * Returns the key of what this browser sets up. A sign-in that waits has one enrolment. Those of a
 * session belong to a browser: a thief with a copy of its cookie must not learn the user's secret.
 */
async function keyFor(purpose: Purpose): Promise<readonly string[] | undefined> {
  if (purpose.type === 'sign-in') return ['sign-in', purpose.pending.id]
  const id = (await readSealed(purpose.ctx, COOKIE))?.id
  return typeof id === 'string' ? ['session', purpose.userId, id] : undefined
}

/** Returns a key for a session's enrolment, which only this browser gets. */
async function newKey({ ctx, userId }: Purpose): Promise<readonly string[]> {
  const id = randomHex(32)
  await rememberSealed(ctx, COOKIE, { id }, LIFETIME)
  return ['session', userId, id]
}
