import type { JSX } from 'preact'
import type { NewPasswordPage, ResetRequestPage, ResetSentPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'
import { Field } from './field.tsx'
import {
  AccountOfPassword,
  describeProblem,
  describeRejection,
  HiddenFields,
  NewPasswordField,
  Problem,
} from './form-parts.tsx'
import { signInError } from './texts.ts'

interface Props<P> {
  readonly page: P
  readonly texts: Texts
}

/** Asks for the e-mail address of a user who has forgotten the password. */
export function ResetRequest({ page, texts }: Props<ResetRequestPage>): JSX.Element {
  const { title, body, button, lost } = texts.resetRequest
  const { action, csrfToken, email: value, error } = page
  const input = {
    label: texts.email.label,
    type: 'email',
    autocomplete: 'username',
    value,
    ...describeProblem(error === 'EmailSignInError'),
  } as const
  return (
    <>
      <h1>{title}</h1>
      <Problem text={error && (error === 'Verification' ? lost : signInError(texts, error))} />
      <p>{body}</p>
      <form method="post" action={action}>
        <HiddenFields values={{ csrfToken }} />
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

/** Asks for a new password. */
export function NewPassword({ page, texts }: Props<NewPasswordPage>): JSX.Element {
  const { title, required, button } = texts.newPassword
  const { action, csrfToken, email, error, code, lengths, hidden, isRequired } = page
  const isRejected = error === 'PasswordRejected'
  const problem = isRejected ? describeRejection(texts, code) : error && signInError(texts, error)
  return (
    <>
      <h1>{title}</h1>
      {isRequired && <p>{required}</p>}
      <Problem text={problem} />
      <form method="post" action={action}>
        <HiddenFields values={{ csrfToken, ...hidden }} />
        <AccountOfPassword email={email} />
        <NewPasswordField texts={texts} lengths={lengths} isRejected={isRejected} />
        <button type="submit">{button}</button>
      </form>
    </>
  )
}

function BackToSignIn({ page: { signInUrl }, texts }: Props<{ readonly signInUrl: string }>): JSX.Element {
  return (
    <p class="links">
      <a href={signInUrl}>{texts.resetRequest.back}</a>
    </p>
  )
}
