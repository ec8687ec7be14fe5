import type { JSX } from 'preact'
import type { ConfirmSignUpPage, SignUpPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'
import { Field } from './field.tsx'
import { completeFields } from './field-label.ts'
import {
  AccountOfPassword,
  CodeField,
  describeProblem,
  describeRejection,
  HiddenFields,
  NewPasswordField,
  Problem,
} from './form-parts.tsx'
import { Sentence } from './sentence.tsx'
import { signInError } from './texts.ts'

interface Props<P> {
  readonly page: P
  readonly texts: Texts
}

/** Asks for an e-mail address and a new password. With a link, the address is known. */
export function SignUp({ page, texts }: Props<SignUpPage>): JSX.Element {
  const { title, button, linked, signIn } = texts.signUp
  const { action, callbackUrl, csrfToken, error, link, fields, lengths, signInUrl, typed = {} } = page
  const email = {
    label: texts.email.label,
    type: 'email',
    autocomplete: 'username',
    value: typed.email,
    ...describeProblem(error === 'EmailSignInError'),
  } as const
  return (
    <>
      <h1>{title}</h1>
      <Problem text={problemOf(page, texts)} />
      {link && (
        <p>
          <Sentence text={linked} value={link.email} />
        </p>
      )}
      <form method="post" action={action}>
        <HiddenFields values={{ csrfToken, callbackUrl, ...link }} />
        {!link && <Field name="email" input={email} />}
        {completeFields(fields, texts).map(([name, { required = false, value = typed[name], ...input }]) => (
          <Field key={name} name={name} input={{ ...input, required, value }} />
        ))}
        <AccountOfPassword email={link?.email} />
        <NewPasswordField texts={texts} lengths={lengths} isRejected={error === 'PasswordRejected'} />
        <button type="submit">{button}</button>
      </form>
      <p class="links">
        <a href={signInUrl}>{signIn}</a>
      </p>
    </>
  )
}

/** Asks for the code from the e-mail, or with the link only for a click. */
export function ConfirmSignUp({ page, texts }: Props<ConfirmSignUpPage>): JSX.Element {
  const { title, body, code, button, failed, again } = texts[page.name]
  const { action, csrfToken, email, token, error, againUrl } = page
  const isWrong = error === 'Verification'
  return (
    <>
      <h1>{title}</h1>
      <Problem text={error && (isWrong ? failed : signInError(texts, error))} />
      {!token && (
        <p>
          <Sentence text={body} value={email} />
        </p>
      )}
      <form method="post" action={action}>
        <HiddenFields values={token ? { csrfToken, email, token } : { csrfToken }} />
        {!token && <CodeField label={code} isWrong={isWrong} />}
        <button type="submit">{button}</button>
      </form>
      <p class="links">
        <a href={againUrl}>{again}</a>
      </p>
    </>
  )
}

function problemOf({ error, code }: SignUpPage, texts: Texts): string | undefined {
  if (error === 'PasswordRejected') return describeRejection(texts, code)
  return error && (error === 'Verification' ? texts.signUp.lost : signInError(texts, error))
}
