import type { JSX } from 'preact'
import type { PasskeyForm, SignInForm } from '../contract/pages.ts'
import type { CredentialInput } from '../types/common-provider.ts'
import type { Texts } from '../types/texts.ts'
import type { ResolvedWebAuthnProvider } from '../types/webauthn.ts'
import { Field } from './field.tsx'
import { SignInWith } from './sign-in-with.tsx'

/** What the page's script has to know of a form. It is told by attributes: nothing of the configuration stands in the script. */
export function passkeyAttributes(
  { provider, passkey }: SignInForm,
  texts: Texts,
): Readonly<Record<string, string | undefined>> {
  if (passkey === undefined || provider.type !== 'webauthn') return {}
  const isSigningIn = passkey.purpose === 'sign in'
  return {
    id: `${provider.id}-form`,
    'data-passkey': passkey.optionsUrl,
    'data-action': isSigningIn ? undefined : 'register',
    'data-conditional': isSigningIn && provider.hasConditionalUI ? '' : undefined,
    'data-cancelled': texts.webauthn.cancelled,
    'data-already-registered': texts.webauthn.alreadyRegistered,
    'data-refused': texts.webauthn.refused,
    'data-failed': texts.webauthn.failed,
    'data-unsupported': texts.webauthn.unsupported,
  }
}

export interface PasskeyProps extends Partial<PasskeyForm> {
  readonly provider: ResolvedWebAuthnProvider
  /** What is filled in already. */
  readonly address: string | undefined
  readonly texts: Texts
}

/** The fields that name somebody who signs in, and the button. Who is signed in is known. */
export function Passkey({ provider, purpose, address, texts }: PasskeyProps): JSX.Element {
  return (
    <>
      {purpose !== 'add' &&
        Object.entries(provider.formFields).map(([field, input]) => (
          <Field
            key={field}
            name={field}
            input={filledIn(field, input, address)}
            dataAttributes={{ 'data-form-field': '' }}
          />
        ))}
      <button type="submit">
        {purpose === 'add' ? texts.webauthn.add : <SignInWith name={provider.name} texts={texts} />}
      </button>
      <p class="error" role="alert" />
      <noscript>
        <p class="error">{texts.webauthn.noScript}</p>
      </noscript>
    </>
  )
}

function filledIn(field: string, input: CredentialInput, address: string | undefined): CredentialInput {
  return field === 'email' ? { value: address, ...input } : input
}
