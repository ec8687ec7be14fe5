import type { JSX } from 'preact'
import type { SignInForm, SignInPage } from '../contract/pages.ts'
import type { CredentialInput } from '../types/providers/common.ts'
import type { ResolvedWebAuthnProvider } from '../types/providers/webauthn.ts'
import type { Texts } from '../types/texts.ts'
import { Field } from './field.tsx'
import { completeFields } from './field-label.ts'
import { HiddenFields } from './form-parts.tsx'
import { LastUsed } from './last-used.tsx'
import type { FormOf } from './sign-in-parts.ts'
import { SignInWith } from './sign-in-with.tsx'
import { english } from './texts.ts'

/** Properties of `PasskeyForm`. */
export interface PasskeyFormProps {
  readonly form: FormOf<ResolvedWebAuthnProvider>
  readonly page: SignInPage
  readonly texts: Texts
  /** Whether it asks for what names the user. Otherwise another form on the page does. */
  readonly hasFields?: true
}

/**
 * Renders the button for a passkey, and the fields that identify the user. A signed-in user needs no
 * fields.
 */
export function PasskeyForm({ form, page, texts, hasFields }: PasskeyFormProps): JSX.Element {
  const isAdded = form.passkey?.purpose === 'add'
  // The script shows the first part and hides the second. A proxy's policy can block the script
  // although the browser runs JavaScript, so `<noscript>` is not enough.
  return (
    <form method="post" action={form.action} {...passkeyAttributes(form, texts)}>
      <HiddenFields values={{ csrfToken: page.csrfToken, callbackUrl: page.callbackUrl }} />
      <div data-with-script="" hidden>
        {hasFields && !isAdded && <PasskeyFields form={form} page={page} texts={texts} />}
        <button type="submit" class="quiet provider">
          <KeyIcon />
          {isAdded ? (
            <span>{texts.webauthn.add}</span>
          ) : (
            <SignInWith name={form.provider.name} texts={texts} />
          )}
          <LastUsed form={form} page={page} texts={texts} />
        </button>
        <p class="error" role="alert" />
      </div>
      <p class="hint" data-without-script="">
        {texts.webauthn.noScript}
      </p>
    </form>
  )
}

function PasskeyFields({ form: { provider }, page, texts }: PasskeyFormProps): JSX.Element {
  const label = passkeyEmailLabel(page, texts)
  return (
    <>
      {completeFields(provider.formFields, { ...texts, email: { ...texts.email, label } }).map(
        ([field, input]) => (
          <Field
            key={field}
            name={field}
            input={prefilled(field, input, page.email)}
            dataAttributes={{ 'data-form-field': '' }}
          />
        ),
      )}
    </>
  )
}

/**
 * Returns the address label for passkeys: `Email`, as in Auth.js; but the same word as in other
 * forms on the page, and as in a translation.
 */
function passkeyEmailLabel({ forms }: SignInPage, texts: Texts): string {
  const { label } = texts.email
  const isOnly = forms.every(({ provider: { type } }) => type !== 'email' && type !== 'credentials')
  return isOnly && label === english.email.label ? 'Email' : label
}

function prefilled(field: string, input: CredentialInput, address: string | undefined): CredentialInput {
  return field === 'email' ? { value: address, ...input } : input
}

function KeyIcon(): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path fill="currentColor" d={KEY} />
    </svg>
  )
}

/** A key, for a 24×24 view box. */
const KEY =
  'M8 5a7 7 0 1 0 6.7 9H16v3h3v-3h1.5l2-2-2-2h-5.8A7 7 0 0 0 8 5zm-1.5 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4z'

/**
 * Returns the attributes from which the page's script reads its data. The script itself contains no
 * configuration, so that its hash is constant.
 */
function passkeyAttributes(
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
