import type { JSX } from 'preact'
import type { NewPasswordPage, ResetRequestPage, ResetSentPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'
import { Field } from './field.tsx'
import { signInError } from './texts.ts'

interface Props<P> {
  readonly page: P
  readonly texts: Texts
}

/** Asks for the e-mail address of a user who has forgotten the password. */
export function ResetRequest({ page, texts }: Props<ResetRequestPage>): JSX.Element {
  const { title, body, button, lost } = texts.resetRequest
  const { email: value, error } = page
  const input = { label: texts.email.label, type: 'email', autocomplete: 'username', value } as const
  return (
    <>
      <h1>{title}</h1>
      <Problem text={error && (error === 'Verification' ? lost : signInError(texts, error))} />
      <p>{body}</p>
      <form method="post" action={page.action}>
        <CsrfToken page={page} />
        <Field name="email" input={input} />
        <button type="submit">{button}</button>
      </form>
      <BackToSignIn page={page} texts={texts} />
    </>
  )
}

/** Says that an e-mail was sent, whether or not the address has a user. */
export function ResetSent({ page, texts }: Props<ResetSentPage>): JSX.Element {
  const { title, body } = texts.resetSent
  return (
    <>
      <h1>{title}</h1>
      <p>{body}</p>
      <BackToSignIn page={page} texts={texts} />
    </>
  )
}

/** Asks for a new password. The address is there for password managers. */
export function NewPassword({ page, texts }: Props<NewPasswordPage>): JSX.Element {
  const { title, required, label, hint, button, rejected } = texts.newPassword
  const { email, error, code, lengths, hidden = {}, isRequired } = page
  const isRejected = error === 'PasswordRejected'
  const problem = isRejected ? rejected[(code ?? '') as keyof typeof rejected] : undefined
  const input = { label, type: 'password', autocomplete: 'new-password', required: true } as const
  return (
    <>
      <h1>{title}</h1>
      {isRequired && <p>{required}</p>}
      <Problem text={error && (problem ?? signInError(texts, error))} />
      <form method="post" action={page.action}>
        <CsrfToken page={page} />
        {Object.entries(hidden).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {email !== undefined && <input type="email" autocomplete="username" value={email} readOnly hidden />}
        <Field name="password" input={input} />
        <p>{hint(String(lengths.min))}</p>
        <button type="submit">{button}</button>
      </form>
    </>
  )
}

function Problem({ text }: { readonly text: string | undefined }): JSX.Element | undefined {
  return text ? (
    <p class="error" role="alert">
      {text}
    </p>
  ) : undefined
}

function CsrfToken({
  page: { csrfToken },
}: {
  readonly page: { readonly csrfToken: string | undefined }
}): JSX.Element | undefined {
  return csrfToken === undefined ? undefined : <input type="hidden" name="csrfToken" value={csrfToken} />
}

function BackToSignIn({ page: { signInUrl }, texts }: Props<{ readonly signInUrl: string }>): JSX.Element {
  return (
    <p>
      <a href={signInUrl}>{texts.resetRequest.back}</a>
    </p>
  )
}
