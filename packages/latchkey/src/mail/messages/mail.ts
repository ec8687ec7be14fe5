import type { NoticeType } from '../../types/notices.ts'

/** What an e-mail is about. The texts come from the catalogue; URLs are absolute. */
export type Mail =
  | SignInMail
  | AddressMail<'signUp' | 'verifyAddress' | 'changeAddress'>
  | (AddressMail<'confirmChange'> & NewAddress)
  | { readonly type: 'accountExists'; readonly signInUrl: string; readonly resetUrl: string }
  | ({ readonly type: 'reset'; readonly url: string } & Expiring)
  | { readonly type: 'noAccount'; readonly signUpUrl?: string | undefined }
  | { readonly type: 'addressInUse' }
  | NoticeMail

/** A sign-in link, a code, or both. */
interface SignInMail extends Expiring {
  readonly type: 'signIn'
  readonly url?: string | undefined
  readonly code?: string | undefined
}

/** Proves that the user reads the e-mails to an address, or agrees to another one. */
type AddressMail<Type> = Type extends string
  ? { readonly type: Type; readonly code: string; readonly url?: string | undefined } & Expiring
  : never

/** Says that an account was changed. */
interface NoticeMail {
  readonly type: 'notice'
  readonly notice: NoticeType
  readonly at: Date
  /** Known names only: `Chrome, Windows`. */
  readonly device?: string | undefined
  /** The name of the provider whose account was changed. */
  readonly provider?: string | undefined
  /** How many recovery codes are left. */
  readonly codesLeft?: number | undefined
  readonly signInUrl?: string | undefined
  /** Where the user resets the password, instead of signing in. */
  readonly resetUrl?: string | undefined
}

interface NewAddress {
  /** The new address. */
  readonly address: string
}

interface Expiring {
  /** When the code expires, or the link without a code. Without it, the e-mail does not say so. */
  readonly expires?: Date | undefined
}

/** Returns the codes and tokens in an e-mail. */
export function listSecrets(mail: Mail): string[] {
  const { url, code } = mail as { readonly url?: string; readonly code?: string }
  const token = url === undefined ? undefined : new URL(url).searchParams.get('token')
  return [code, token].filter((secret) => typeof secret === 'string')
}
