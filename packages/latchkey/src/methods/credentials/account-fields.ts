import type { ResolvedCredentialsProvider } from '../../contract/providers.ts'
import { accountKey } from '../../security/account-key.ts'
import type { Subject } from '../../security/counted.ts'

type Values = Readonly<Record<string, string>>

/** Names of fields with a password or a code. Nothing may be counted by them or remembered. */
const SECRET = /pass|pwd|pin|secret|otp|code|token/i
/** Names of fields with a phone number. */
const PHONE = /^(?:phone|mobile|tel)/i
/** Names of fields with an account name. */
const ACCOUNT =
  /^(?:e-?mail(?:[-_]?address)?|user(?:[-_]?(?:name|id))?|login|account|identifier|phone(?:[-_]?number)?)$/i
/** Fields whose value the user does not type, or that is secret. */
const NOT_TYPED = /^(?:password|hidden|checkbox|radio|submit|button)$/i
/** Names of account fields in undeclared forms. */
const UNDECLARED = ['email', 'username', 'login']
/** A subject's share if many users have it in common, without and with a better subject. */
const WIDE = 5
const WIDEST = 50

/**
 * Returns what the failed attempts with these values are counted for. An attacker can vary every
 * value that `authorize` does not use, so each text field has its own counter. Values that many
 * users may have in common have a larger limit. If no field certainly holds the account, all
 * attempts at the provider are also counted.
 */
export function listSubjects(provider: ResolvedCredentialsProvider, values: Values): Subject[] {
  const fields = fieldsWithValue(provider, values)
  const accounts = fields.filter((name) => isAccount(provider, name))
  const others = fields.filter((name) => !accounts.includes(name))
  const isCertain = accounts.some(
    (name) => name === provider.account || Object.hasOwn(provider.credentials, name),
  )
  const share = accounts.length > 0 ? WIDEST : others.length > 1 ? WIDE : 1
  const subject = (name: string, of: number): Subject => {
    const spelling = values[name] ?? ''
    return { parts: [name, fieldKey(provider, name, spelling)], share: of, spelling }
  }
  return [
    ...accounts.map((name) => subject(name, 1)),
    ...others.map((name) => subject(name, share)),
    ...(isCertain ? [] : [{ parts: [], share: fields.length > 0 ? WIDEST : WIDE }]),
  ]
}

/**
 * Returns the field with the account name that the form may show again, if there is one. Never
 * returns a field that may hold a password or a code.
 */
export function fieldToKeep(provider: ResolvedCredentialsProvider, values: Values): string | undefined {
  return fieldsWithValue(provider, values).find(
    (name) => isAccount(provider, name) && isTyped(provider, name),
  )
}

function fieldsWithValue(provider: ResolvedCredentialsProvider, values: Values): string[] {
  const { account, credentials } = provider
  if (account !== undefined) return values[account] ? [account] : []
  const declared = Object.keys(credentials).filter((name) => values[name] && isTyped(provider, name))
  return declared.length > 0 ? declared : UNDECLARED.filter((name) => values[name])
}

/** Applications compare phone numbers by their digits and ignore any characters between them. */
function fieldKey({ credentials }: ResolvedCredentialsProvider, name: string, value: string): string {
  const key = accountKey(value)
  return (credentials[name]?.type === 'tel' || PHONE.test(name)) && /\d/.test(key)
    ? key.replaceAll(/\D/g, '')
    : key
}

function isAccount({ account, credentials }: ResolvedCredentialsProvider, name: string): boolean {
  return name === account || /^(?:email|tel)$/i.test(credentials[name]?.type ?? '') || ACCOUNT.test(name)
}

function isTyped({ credentials }: ResolvedCredentialsProvider, name: string): boolean {
  const type = credentials[name]?.type ?? 'text'
  return !NOT_TYPED.test(type) && (!SECRET.test(name) || /^email$/i.test(type))
}
