import type { JSX } from 'preact'
import type { SignInForm, SignInPage } from '../contract/pages.ts'
import { isOAuthProvider } from '../contract/providers.ts'
import type { Texts } from '../types/texts.ts'
import { AddressForm } from './address-form.tsx'
import { AccountLinks, Credentials } from './credentials.tsx'
import { Field } from './field.tsx'
import { describeProblem, HiddenFields, Problem } from './form-parts.tsx'
import { LastUsed } from './last-used.tsx'
import { PasskeyForm } from './passkey.tsx'
import { ProviderButton } from './provider-button.tsx'
import { Reference } from './reference.tsx'
import { hasFields, listParts } from './sign-in-parts.ts'
import { SignInWith } from './sign-in-with.tsx'
import { signInError } from './texts.ts'

interface SignInProps {
  readonly page: SignInPage
  readonly texts: Texts
}

/** Renders the providers' buttons, and one form for all ways to sign in that take an address. */
export function SignIn({ page, texts }: SignInProps): JSX.Element {
  const parts = listParts(page)
  return (
    <>
      <h1>{texts.signIn.title}</h1>
      <Problem text={page.error && signInError(texts, page.error)} />
      {page.isPasswordReset && !page.error && (
        <p class="status" role="status">
          {texts.newPassword.done}
        </p>
      )}
      <Reference reference={page.reference} texts={texts} />
      {parts.map((part, index) => (
        <>
          {index > 0 && parts.slice(index - 1, index + 1).some(hasFields) && (
            <div class="or">{texts.signIn.or}</div>
          )}
          {part.type === 'address' ? (
            <AddressForm part={part} page={page} texts={texts} />
          ) : (
            <SingleForm form={part.form} page={page} texts={texts} />
          )}
        </>
      ))}
      <AccountLinks page={page} texts={texts} />
    </>
  )
}

interface SingleFormProps extends SignInProps {
  readonly form: SignInForm
}

/** Renders the form of a provider that shares no field with another. */
function SingleForm({ form, page, texts }: SingleFormProps): JSX.Element {
  const { provider, action } = form
  if (provider.type === 'webauthn')
    return <PasskeyForm form={{ ...form, provider }} page={page} texts={texts} hasFields />
  return (
    <form method="post" action={action}>
      <HiddenFields values={{ csrfToken: page.csrfToken, callbackUrl: page.callbackUrl }} />
      {provider.type === 'credentials' && (
        <Credentials form={form} provider={provider} page={page} texts={texts} />
      )}
      {provider.type === 'email' && <Phone form={form} page={page} texts={texts} />}
      {isOAuthProvider(provider) && <ProviderButton form={form} page={page} texts={texts} />}
    </form>
  )
}

/** Asks for a telephone number, to which a provider of the type `email` can also send codes. */
function Phone({ form: { provider }, form, page, texts }: SingleFormProps): JSX.Element {
  const { typed, error } = page
  const isTyped = typed?.provider === provider.id
  const input = {
    label: texts.phone.label,
    type: 'tel',
    autocomplete: 'tel',
    dir: 'ltr',
    value: isTyped ? typed.value : undefined,
    ...describeProblem(error === 'EmailSignInError' && isTyped),
  }
  return (
    <>
      <Field name="phone" input={input} />
      <button type="submit">
        <SignInWith name={provider.name} texts={texts} />
        <LastUsed form={form} page={page} texts={texts} />
      </button>
    </>
  )
}
