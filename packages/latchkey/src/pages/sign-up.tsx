import type { JSX } from 'preact'
import type { ConfirmSignUpPage, SignUpPage } from '../contract/pages.ts'
import type { Texts } from '../types/texts.ts'
import { Field } from './field.tsx'
import { completeFields } from './field-label.ts'
import { Sentence } from './sentence.tsx'
import { signInError } from './texts.ts'

interface Props<P> {
  readonly page: P
  readonly texts: Texts
}

/** Asks for an e-mail address and a new password. With a link, the address is known. */
export function SignUp({ page, texts }: Props<SignUpPage>): JSX.Element {
  const { title, button, linked, signIn } = texts.signUp
  const { label, hint } = texts.newPassword
  const { action, callbackUrl, csrfToken, link, fields, lengths, signInUrl } = page
  const email = { label: texts.email.label, type: 'email', autocomplete: 'username' } as const
  const password = { label, type: 'password', autocomplete: 'new-password' } as const
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
        <Hidden values={{ csrfToken, callbackUrl, ...link }} />
        {!link && <Field name="email" input={email} />}
        {link && <input type="email" autocomplete="username" value={link.email} readOnly hidden />}
        {completeFields(fields, texts).map(([name, input]) => (
          <Field key={name} name={name} input={{ ...input, required: input.required ?? false }} />
        ))}
        <Field name="password" input={password} />
        <p>{hint(String(lengths.min))}</p>
        <button type="submit">{button}</button>
      </form>
      <p>
        <a href={signInUrl}>{signIn}</a>
      </p>
    </>
  )
}

/** Asks for the code from the e-mail, or with the link only for a click. */
export function ConfirmSignUp({ page, texts }: Props<ConfirmSignUpPage>): JSX.Element {
  const { title, body, code, button, failed, again } = texts[page.name]
  const { action, csrfToken, email, token, error, againUrl } = page
  const input = {
    label: code,
    type: 'text',
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    dir: 'ltr',
  } as const
  return (
    <>
      <h1>{title}</h1>
      <Problem text={error && (error === 'Verification' ? failed : signInError(texts, error))} />
      {!token && (
        <p>
          <Sentence text={body} value={email} />
        </p>
      )}
      <form method="post" action={action}>
        <Hidden values={token ? { csrfToken, email, token } : { csrfToken }} />
        {!token && <Field name="code" input={input} />}
        <button type="submit">{button}</button>
      </form>
      <p>
        <a href={againUrl}>{again}</a>
      </p>
    </>
  )
}

function problemOf({ error, code }: SignUpPage, texts: Texts): string | undefined {
  const { rejected } = texts.newPassword
  if (error === 'PasswordRejected') return rejected[code as keyof typeof rejected] ?? rejected.common
  return error && (error === 'Verification' ? texts.signUp.lost : signInError(texts, error))
}

function Problem({ text }: { readonly text: string | undefined }): JSX.Element | undefined {
  return text ? (
    <p class="error" role="alert">
      {text}
    </p>
  ) : undefined
}

function Hidden({ values }: { readonly values: Readonly<Record<string, string | undefined>> }): JSX.Element {
  return (
    <>
      {Object.entries(values).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
    </>
  )
}
