import type { Context } from '../../contract/context.ts'
import type { ResolvedEmailProvider } from '../../contract/providers.ts'
import { Verification } from '../../errors/sign-in.ts'
import { type IssuedProof, issueProof, pretendToIssue, readFlow, takeByCode } from '../../proofs/proof.ts'

type EmailContext = Context<ResolvedEmailProvider>

const PURPOSE = 'signIn'
/** A longer URL has no room in the same cookie. */
const MAX_URL_LENGTH = 512

/** What a user who asks for a code wants. */
export interface CodeRequest {
  readonly identifier: string
  readonly callbackUrl: string
  /** The signed-in user to whom a telephone number is linked. */
  readonly startedBy?: string | undefined
}

/** What the browser keeps until the code is entered. */
interface Waiting {
  readonly provider: string
  readonly callbackUrl: string
  readonly startedBy?: string | undefined
}

/** Creates a code and, unless the provider sends only codes, the token of a link. */
export async function issueCode(ctx: EmailContext, request: CodeRequest): Promise<IssuedProof> {
  const { shortCode, generateToken } = ctx.provider
  return issueProof(ctx, {
    purpose: PURPOSE,
    address: request.identifier,
    data: waitingFor(ctx, request),
    link: shortCode?.isOnly ? undefined : await generateToken(),
    digits: shortCode?.digits,
  })
}

/** Lets the browser ask for a code, as if one had been sent. */
export async function pretendToIssueCode(ctx: EmailContext, request: CodeRequest): Promise<void> {
  const data = waitingFor(ctx, request)
  await pretendToIssue(ctx, { purpose: PURPOSE, address: request.identifier, data })
}

function waitingFor(
  { provider, base }: EmailContext,
  { callbackUrl, startedBy }: CodeRequest,
): { [key: string]: string | undefined } {
  const waiting: Waiting = {
    provider: provider.id,
    callbackUrl: callbackUrl.length > MAX_URL_LENGTH ? base.home : callbackUrl,
    startedBy,
  }
  return { ...waiting }
}

/** Returns the address whose code this browser can enter. */
export async function waitingAddress(ctx: Context, providerId: string): Promise<string | undefined> {
  const flow = await readFlow(ctx, PURPOSE)
  return flow?.data.provider === providerId ? flow.address : undefined
}

/**
 * Uses the code in the form, which this browser has asked for.
 *
 * @param typed the address in the form, if there is one
 * @throws {Verification} if the code is wrong, has expired or was used, or after too many tries
 */
export async function useCode(ctx: EmailContext, typed: string | undefined): Promise<CodeRequest> {
  const waiting = await waitingAddress(ctx, ctx.provider.id)
  if (waiting === undefined || (typed !== undefined && typed !== waiting))
    throw new Verification('A code was entered in a browser that has not asked for one for this address.')
  const { address, data } = await takeByCode(ctx, PURPOSE, ctx.form.code)
  const { callbackUrl, startedBy } = data as unknown as Waiting
  return { identifier: address, callbackUrl, ...(startedBy !== undefined && { startedBy }) }
}
