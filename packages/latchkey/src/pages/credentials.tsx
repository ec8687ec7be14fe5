import type { JSX } from 'preact'
import type { SignInPage } from '../contract/pages.ts'
import type { ResolvedCredentialsProvider } from '../contract/providers.ts'
import type { Texts } from '../types/texts.ts'
import { Field } from './field.tsx'
import { completeFields } from './field-label.ts'
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
  const hasPassword = fields.some(([, { type }]) => type === 'password')
  return (
    <>
      {fields.map(([name, input]) => (
        <Field
          key={name}
          name={name}
          input={
            typed?.provider === provider.id && typed.field === name ? { ...input, value: typed.value } : input
          }
        />
      ))}
      <button type="submit">
        {provider.name !== FACTORY_NAME ? (
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

/** The name that the factory sets. It is meaningless to users. */
const FACTORY_NAME = 'Credentials'
