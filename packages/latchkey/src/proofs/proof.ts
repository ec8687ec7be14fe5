import type { Context } from '../contract/context.ts'
import { equalSecrets, sha256Hex } from '../crypto/digest.ts'
import { randomHex } from '../crypto/random.ts'
import { Verification } from '../errors/sign-in.ts'
import { findDevice, rememberDevice } from '../security/known-device.ts'
import { forgetSealed, readSealed, rememberSealed } from '../security/transaction-cookie.ts'
import { codesFor, linkLifetime, linksFor, type ProofPurpose, type PurposeTokens } from './purposes.ts'
import { isValidToken } from './token-store.ts'
import { countTry } from './tries.ts'

export type { ProofPurpose } from './purposes.ts'

/** The longest code that is compared. */
const MAX_DIGITS = 12

/** What a user keeps with a proof. */
type Data = Readonly<Record<string, unknown>>

/** What is sent to an address, so that the user proves to receive it. */
export interface ProofRequest {
  readonly purpose: ProofPurpose
  /** The normalized address. */
  readonly address: string
  /** Kept in this browser, encrypted, as long as the link works. */
  readonly data?: Data | undefined
  /** Whether there is a token for a link, or this token. Default: `false`. */
  readonly link?: boolean | string | undefined
  /** How many digits the code has. Default: there is no code. */
  readonly digits?: number | undefined
  /** Whether earlier proofs for the same purpose end. Default: `false`. */
  readonly onlyNewest?: boolean | undefined
}

/** What to send. */
export interface IssuedProof {
  /** For a link: 256 bits. Works in any browser. */
  readonly token?: string | undefined
  /** Works only in the browser that asked for it. */
  readonly code?: string | undefined
  /** When the code expires, or the link without a code. */
  readonly expires: Date
}

/** The proof that this browser has asked for. */
export interface Flow {
  readonly address: string
  readonly data: Data
  /** When the link expires, and the data is forgotten. A code expires after 10 minutes. */
  readonly expires: Date
}

/** A proof that was used. */
export interface Proof {
  readonly address: string
  /** What was passed to `issueProof`. Not set in another browser than the one that asked. */
  readonly data?: Data | undefined
  readonly isSameBrowser: boolean
}

interface StoredFlow {
  /** A secret that the code is hashed with. Without it, the database says nothing about the code. */
  readonly id: string
  readonly address: string
  readonly data: Data
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** The hash of the link's token: of the link and the code, only one is used. */
  readonly link: string | undefined
}

/** Kept by a browser that asked. */
type FlowRequest = Pick<ProofRequest, 'purpose' | 'address' | 'data'>

/**
 * Remembers in this browser that it asked, without a code or a link. A proof for the same address that
 * the browser has asked for stays.
 */
export async function pretendToIssue(ctx: Context, request: FlowRequest): Promise<void> {
  const { purpose, address } = request
  if ((await storedFlow(ctx, purpose))?.address === address) return
  await rememberFlow(ctx, request, { expires: new Date(ctx.auth.now() + linkLifetime(ctx, purpose) * 1000) })
}

/** Creates what proves that a user receives messages to an address. The caller sends it. */
export async function issueProof(ctx: Context, request: ProofRequest): Promise<IssuedProof> {
  const { purpose, address, data, link, digits, onlyNewest } = request
  if (onlyNewest) await endProofs(ctx, purpose, address)
  const token = typeof link === 'string' ? link : link ? randomHex(32) : undefined
  const expires = token === undefined ? undefined : await put(linksFor(ctx, purpose), address, token)
  const end = expires ?? new Date(ctx.auth.now() + linkLifetime(ctx, purpose) * 1000)
  // With only a link, this browser needs to know nothing.
  if (digits === undefined && data === undefined) return { token, expires: end }
  const id = await rememberFlow(ctx, { purpose, address, data }, { token, expires: end })
  if (digits === undefined) return { token, expires: end }
  const code = randomDigits(digits)
  return { token, code, expires: await put(codesFor(ctx, purpose, id), address, code) }
}

/** @returns the flow's secret */
async function rememberFlow(
  ctx: Context,
  { purpose, address, data = {} }: FlowRequest,
  { token, expires }: Pick<IssuedProof, 'token' | 'expires'>,
): Promise<string> {
  const id = randomHex(32)
  const link = token && (await sha256Hex(token))
  const flow: StoredFlow = { id, address, data, expiresAt: expires.getTime(), link }
  await rememberSealed(ctx, flowKey(purpose), flow, linkLifetime(ctx, purpose))
  return id
}

/** Returns the proof for a purpose that this browser has asked for. */
export async function readFlow(ctx: Context, purpose: ProofPurpose): Promise<Flow | undefined> {
  const flow = await storedFlow(ctx, purpose)
  return flow && { address: flow.address, data: flow.data, expires: new Date(flow.expiresAt) }
}

/**
 * Uses a code that this browser has asked for. Ends the link as well, and all other proofs of the
 * address for the purpose. After a sign-in, the device is known: others cannot use up its tries.
 *
 * @throws {Verification} if the code is wrong, has expired or was used, or after too many tries
 * @throws {StoreError} if the store fails. If it fails after the comparison, the code is used up
 */
export async function takeByCode(ctx: Context, purpose: ProofPurpose, code: unknown): Promise<Proof> {
  const flow = await storedFlow(ctx, purpose)
  if (flow === undefined)
    throw new Verification('A code was entered in a browser that has not asked for one, or too late.')
  const { id, address, data } = flow
  const isSignIn = purpose === 'signIn'
  const device = isSignIn ? await findDevice(ctx, address) : undefined
  const takeBack = await countTry(ctx.auth, { flow: id, address, device })
  if (!(await hasCode(ctx, purpose, flow, code))) throw new Verification('A code is wrong, or has expired.')
  await takeBack()
  await endUsed(ctx, purpose, address)
  if (isSignIn) await rememberDevice(ctx, address)
  return { address, data, isSameBrowser: true }
}

async function hasCode(
  ctx: Context,
  purpose: ProofPurpose,
  { id, address, link }: StoredFlow,
  code: unknown,
): Promise<boolean> {
  // Users copy blanks and hyphens.
  const digits = typeof code === 'string' ? code.replaceAll(/[\s-]/g, '') : ''
  if (digits === '' || digits.length > MAX_DIGITS) return false
  return take(ctx, codesFor(ctx, purpose, id), address, { token: digits, proof: link ?? id })
}

/**
 * Uses the token of a link. Ends the code as well, and all other proofs of the address for the purpose.
 *
 * @throws {Verification} if it has expired, was already used, or was never issued
 * @throws {StoreError} if the store fails. If it fails after the look-up, the token is used up
 */
export async function takeByLink(
  ctx: Context,
  { purpose, address, token }: Pick<ProofRequest, 'purpose' | 'address'> & { readonly token: string },
): Promise<Proof> {
  const hash = await sha256Hex(token)
  if (!(await take(ctx, linksFor(ctx, purpose), address, { token, proof: hash })))
    throw new Verification('The link has expired, was already used, or was never issued.')
  const flow = await storedFlow(ctx, purpose)
  const isSameBrowser = flow?.link !== undefined && flow.address === address && equalSecrets(flow.link, hash)
  await endUsed(ctx, purpose, address)
  return { address, data: isSameBrowser ? flow.data : undefined, isSameBrowser }
}

/** Ends all proofs of an address for a purpose. */
export async function endProofs(ctx: Context, purpose: ProofPurpose, address: string): Promise<void> {
  for (const tokens of [linksFor(ctx, purpose), codesFor(ctx, purpose)])
    await tokens.endAll(tokens.identify(address))
}

/** Ends the other proofs after one was used, and what this browser remembers of it. */
export async function endUsed(ctx: Context, purpose: ProofPurpose, address: string): Promise<void> {
  await endProofs(ctx, purpose, address)
  if ((await storedFlow(ctx, purpose))?.address === address) await forgetSealed(ctx, flowKey(purpose))
}

function put(tokens: PurposeTokens, address: string, token: string): Promise<Date> {
  return tokens.put(tokens.identify(address), token)
}

async function take(
  { auth }: Context,
  tokens: PurposeTokens,
  address: string,
  { token, proof }: { readonly token: string; readonly proof: string },
): Promise<boolean> {
  const identifier = tokens.identify(address)
  return isValidToken(await tokens.take(identifier, token, proof), identifier, auth.now())
}

async function storedFlow(ctx: Context, purpose: ProofPurpose): Promise<StoredFlow | undefined> {
  // Only `issueProof` seals under this key.
  return (await readSealed(ctx, flowKey(purpose))) as StoredFlow | undefined
}

function flowKey(purpose: ProofPurpose): string {
  return `proof ${purpose}`
}

/** Each code is equally likely. */
function randomDigits(count: number): string {
  let digits = ''
  while (digits.length < count) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < 250) digits += String(byte % 10)
  }
  return digits
}
