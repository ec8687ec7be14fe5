import type { JSX } from 'preact'
import type { SignInPage } from '../contract/pages.ts'
import type { ResolvedCredentialsProvider } from '../contract/providers.ts'
import type { Texts } from '../types/texts.ts'
import { Field } from './field.tsx'
import { completeFields } from './field-label.ts'
import { PasswordField } from './form-parts.tsx'
import { SignInWith } from './sign-in-with.tsx'

/** Properties of `Credentials`. */
export interface CredentialsProps {
  readonly provider: ResolvedCredentialsProvider
  readonly page: SignInPage
  readonly texts: Texts
}

/** Renders the application's fields, with what the user typed before, and the button. */
export function Credentials({ provider, page: { forms, typed }, texts }: CredentialsProps): JSX.Element {
  const fields = completeFields(provider.credentials, texts)
  const isOurs = provider.password !== undefined
  const hasPassword = fields.some(([, { type }]) => type === 'password')
  return (
    <>
      {fields.map(([name, input]) =>
        isOurs && input.type === 'password' ? (
          <PasswordField
            key={name}
            name={name}
            label={input.label ?? name}
            texts={texts}
            autocomplete="current-password"
          />
        ) : (
          <Field
            key={name}
            name={name}
            input={
              typed?.provider === provider.id && typed.field === name
                ? { ...input, value: typed.value }
                : input
            }
          />
        ),
      )}
      <button type="submit">
        {!isOurs && provider.name !== FACTORY_NAME ? (
          <SignInWith name={provider.name} texts={texts} />
        ) : hasPassword && forms.length > 1 ? (
          texts.credentials.withPassword
        ) : (
          texts.credentials.button
        )}
      </button>
    </>
  )
}

/** Links to the pages for users without an account, or without their password. */
export function AccountLinks({
  page: { signUpUrl, resetUrl },
  texts,
}: Omit<CredentialsProps, 'provider'>): JSX.Element | false {
  const links = [
    [resetUrl, texts.credentials.forgotPassword],
    [signUpUrl, texts.signUp.title],
  ].filter(([url]) => url !== undefined)
  return (
    links.length > 0 && (
      <p class="links">
        {links.map(([url, text]) => (
          <a key={url} href={url}>
            {text}
          </a>
        ))}
      </p>
    )
  )
}

/** The name that the factory sets. It is meaningless to users. */
const FACTORY_NAME = 'Credentials'
