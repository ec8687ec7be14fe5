import type { MailTexts, Texts } from '../../types/texts.ts'
import type { Mail } from './mail.ts'

/** An e-mail's contents, from which its text and its HTML are made. */
export interface Content {
  readonly title: string
  readonly paragraphs?: readonly string[]
  readonly code?: string | undefined
  /** How long the code works. Shown below it: the button works longer. */
  readonly codeLifetime?: string | undefined
  /** Shown between the code and the button. */
  readonly or?: string | undefined
  readonly button?: Link | undefined
  readonly link?: Link | undefined
  /** Shown at the end, in small letters. */
  readonly notes: readonly string[]
}

interface Link {
  readonly label: string
  readonly url: string
}

/** Values that appear in the texts. */
export interface ContentValues {
  readonly texts: Texts
  readonly host: string
  /** Returns an address, which another user may have typed, as it is shown. */
  readonly showAddress: (address: string) => string
  /** In milliseconds since 1970. */
  readonly now: number
}

type MailOf<Type extends Mail['type']> = Extract<Mail, { readonly type: Type }>
type Write<Type extends Mail['type']> = (
  mail: MailOf<Type>,
  texts: MailTexts,
  values: ContentValues,
) => Content

/** One function for each type of e-mail. */
const CONTENTS: { readonly [Type in Mail['type']]: Write<Type> } = {
  signIn: ({ code, url }, texts, { host }) => ({
    title: texts.title(host),
    ...proof({ code, url }, texts, texts.button),
    notes: [texts.ignore],
  }),
  signUp: (mail, texts, { host }) => confirmAddress(mail, texts, host),
  verifyAddress: (mail, texts, { host }) => confirmAddress(mail, texts, host),
  changeAddress: (mail, texts, { host }) => confirmAddress(mail, texts, host),
  confirmChange: (mail, texts, { host, showAddress }) => {
    const { title, body, newAddress, button, warning } = texts.confirmChange
    const paragraphs = [body(host), newAddress(showAddress(mail.address))]
    return { title, ...proof(mail, texts, button, paragraphs), notes: [warning] }
  },
  accountExists: ({ signInUrl, resetUrl }, { accountExists, ignore }, { host }) => ({
    title: accountExists.title,
    paragraphs: [accountExists.body(host)],
    button: { label: accountExists.button, url: signInUrl },
    link: { label: accountExists.reset, url: resetUrl },
    notes: [ignore],
  }),
  reset: ({ url }, { reset }, { host }) => ({
    title: reset.title,
    paragraphs: [reset.body(host)],
    button: { label: reset.button, url },
    notes: [reset.ignore],
  }),
  noAccount: ({ signUpUrl }, { noAccount, ignore }, { host }) => ({
    title: noAccount.title,
    paragraphs: [noAccount.body(host)],
    button: linkOf(noAccount.button, signUpUrl),
    notes: [ignore],
  }),
  addressInUse: (_, { addressInUse, ignore }, { host }) => ({
    title: addressInUse.title,
    paragraphs: [addressInUse.body(host)],
    notes: [ignore],
  }),
  notice: (
    { notice, at, device, provider, codesLeft, signInUrl, resetUrl },
    { notice: texts },
    { host, texts: { lang } },
  ) => ({
    title: texts.titles[notice],
    paragraphs: [
      texts.body(host),
      texts.time(formatTime(at, lang)),
      ...(device === undefined ? [] : [texts.device(device)]),
      ...(provider === undefined ? [] : [texts.provider(provider)]),
      ...(codesLeft === undefined ? [] : [texts.codesLeft(String(codesLeft))]),
      resetUrl === undefined ? texts.warning : texts.resetWarning,
    ],
    button: linkOf(texts.resetButton, resetUrl) ?? linkOf(texts.button, signInUrl),
    notes: [],
  }),
}

/**
 * Returns an e-mail's subject. It has no code, because locked phones show subjects: with it,
 * a user who holds the phone could sign in.
 */
export function writeSubject(mail: Mail, { mail: texts }: Texts, host: string): string {
  if (mail.type === 'notice') return texts.notice.titles[mail.notice]
  return (mail.type === 'signIn' ? texts : texts[mail.type]).subject(host)
}

/** Returns an e-mail's contents. */
export function writeContent(mail: Mail, values: ContentValues): Content {
  const { texts, now } = values
  // TypeScript does not connect the function with its parameter.
  const write = CONTENTS[mail.type] as Write<Mail['type']>
  const content = write(mail as MailOf<Mail['type']>, texts.mail, values)
  const expires = 'expires' in mail ? mail.expires : undefined
  if (expires === undefined) return content
  const lifetime = describeLifetime(expires, now, texts)
  if (content.code !== undefined) return { ...content, codeLifetime: lifetime }
  return { ...content, notes: [lifetime, ...content.notes] }
}

function confirmAddress(
  mail: MailOf<'signUp' | 'verifyAddress' | 'changeAddress'>,
  texts: MailTexts,
  host: string,
): Content {
  const { title, body, button } = texts[mail.type]
  return { title, ...proof(mail, texts, button, [body(host)]), notes: [texts.ignore] }
}

/** Returns a code, a button, or both. The code comes after a few lines, which locked phones show. */
function proof(
  { code, url }: { readonly code?: string | undefined; readonly url?: string | undefined },
  { enterCode, orLink }: MailTexts,
  label: string,
  paragraphs: readonly string[] = [],
): Partial<Content> {
  const button = linkOf(label, url)
  if (code === undefined) return { paragraphs, button }
  return { paragraphs: [...paragraphs, enterCode], code, or: button && orLink, button }
}

function linkOf(label: string, url: string | undefined): Link | undefined {
  return url === undefined ? undefined : { label, url }
}

/** Returns a time in UTC: the user's time zone is not known. */
function formatTime(at: Date, lang: string): string {
  return `${new Intl.DateTimeFormat(toLocale(lang), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
}

/** Returns how long a code or a link works, in whole minutes or hours. */
function describeLifetime(expires: Date, now: number, { lang, mail }: Texts): string {
  const minutes = Math.max(1, Math.round((expires.getTime() - now) / 60_000))
  const isShort = minutes < 120
  const [value, unit] = isShort ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour']
  const duration = new Intl.NumberFormat(toLocale(lang), { style: 'unit', unit, unitDisplay: 'long' }).format(
    value,
  )
  return mail.expires(duration)
}

/** Returns a language for numbers and dates. The catalogue's tag may be one that `Intl` rejects. */
function toLocale(lang: string): string {
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
