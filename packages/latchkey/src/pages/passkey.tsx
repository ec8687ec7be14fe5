import type { JSX } from 'preact'
import type { PasskeyForm, SignInForm } from '../contract/pages.ts'
import type { CredentialInput } from '../types/providers/common.ts'
import type { ResolvedWebAuthnProvider } from '../types/providers/webauthn.ts'
import type { Texts } from '../types/texts.ts'
import { Field } from './field.tsx'
import { completeFields } from './field-label.ts'
import { SignInWith } from './sign-in-with.tsx'

/**
 * Returns the attributes from which the page's script reads its data. The script itself contains no
 * configuration, so that its hash is constant.
 */
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
    ...passkeyMessages(texts),
  }
}

/** Returns the attributes with the script's messages. */
export function passkeyMessages({ webauthn }: Texts): Readonly<Record<`data-${string}`, string>> {
  return {
    'data-cancelled': webauthn.cancelled,
    'data-already-registered': webauthn.alreadyRegistered,
    'data-refused': webauthn.refused,
    'data-failed': webauthn.failed,
    'data-unsupported': webauthn.unsupported,
  }
}

/** Properties of `Passkey`. */
export interface PasskeyProps extends Partial<PasskeyForm> {
  readonly provider: ResolvedWebAuthnProvider
  /** The e-mail address to prefill. */
  readonly address: string | undefined
  /** The label for an e-mail address field that has none. */
  readonly emailLabel: string
  readonly texts: Texts
}

/** Renders the fields that identify the user, and the button. A signed-in user needs no fields. */
export function Passkey({ provider, purpose, address, emailLabel, texts }: PasskeyProps): JSX.Element {
  const fields = completeFields(provider.formFields, { ...texts, email: { label: emailLabel } })
  // The script shows the first part and hides the second. A proxy's policy can block the script
  // although the browser runs JavaScript, so `<noscript>` is not enough.
  return (
    <>
      <div data-with-script="" hidden>
        {purpose !== 'add' &&
          fields.map(([field, input]) => (
            <Field
              key={field}
              name={field}
              input={prefilled(field, input, address)}
              dataAttributes={{ 'data-form-field': '' }}
            />
          ))}
        <button type="submit">
          {purpose === 'add' ? texts.webauthn.add : <SignInWith name={provider.name} texts={texts} />}
        </button>
        <p class="error" role="alert" />
      </div>
      <p class="error" data-without-script="">
        {texts.webauthn.noScript}
      </p>
    </>
  )
}

function prefilled(field: string, input: CredentialInput, address: string | undefined): CredentialInput {
  return field === 'email' ? { value: address, ...input } : input
}
