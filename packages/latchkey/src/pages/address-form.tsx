import type { JSX } from 'preact'
import type { SignInForm, SignInPage } from '../contract/pages.ts'
import type { ResolvedEmailProvider } from '../contract/providers.ts'
import type { Texts } from '../types/texts.ts'
import { type Address, CredentialsButton, CredentialsFields, isAbout } from './credentials.tsx'
import { Field } from './field.tsx'
import { describeProblem, HiddenFields } from './form-parts.tsx'
import { LastUsed } from './last-used.tsx'
import { PasskeyForm } from './passkey.tsx'
import type { AddressPart, FormOf } from './sign-in-parts.ts'
import { SignInWith } from './sign-in-with.tsx'

/** Properties of `AddressForm`, and of its parts. */
export interface AddressFormProps {
  readonly part: AddressPart
  readonly page: SignInPage
  readonly texts: Texts
}

/**
 * Renders one form for all ways to sign in that take an e-mail address. The first button is the one
 * that Enter presses. The others send the same fields to another endpoint, without JavaScript. What
 * the form shows never depends on the address.
 */
export function AddressForm({ part, page, texts }: AddressFormProps): JSX.Element {
  const { credentials, emails, passkeys } = part
  const values = { csrfToken: page.csrfToken, callbackUrl: page.callbackUrl }
  const main: SignInForm | undefined = credentials ?? emails[0]
  const others = emails.filter((form) => form !== main)
  const address = describeAddress({ part, page, texts })
  return (
    <>
      <form method="post" action={main?.action}>
        <HiddenFields values={values} />
        {credentials ? (
          <CredentialsFields provider={credentials.provider} page={page} texts={texts} address={address} />
        ) : (
          <Field name="email" {...address} />
        )}
        <MainButton main={main} page={page} texts={texts} />
        {others.map((form) => (
          <button key={form.action} type="submit" class="quiet" formAction={form.action} formNoValidate>
            <EmailLabel form={form} others={others} texts={texts} />
            <LastUsed form={form} page={page} texts={texts} />
          </button>
        ))}
      </form>
      {passkeys.map((form) => (
        <PasskeyForm key={form.action} form={form} page={page} texts={texts} />
      ))}
    </>
  )
}

function MainButton({
  main,
  page,
  texts,
}: Omit<AddressFormProps, 'part'> & { readonly main: SignInForm | undefined }): JSX.Element | false {
  if (main === undefined) return false
  return (
    <button type="submit">
      {main.provider.type === 'credentials' ? (
        <CredentialsButton provider={main.provider} page={page} texts={texts} />
      ) : (
        <SignInWith name={main.provider.name} texts={texts} />
      )}
      <LastUsed form={main} page={page} texts={texts} />
    </button>
  )
}

/** Returns the address that the user typed before, with attributes for password managers. */
function describeAddress({ part, page, texts }: AddressFormProps): Address {
  const { credentials, emails, passkeys } = part
  const { typed, error } = page
  const ids = [credentials, ...emails].map((form) => form?.provider.id)
  const isSuggesting = passkeys.some(({ provider }) => provider.hasConditionalUI)
  const isWrong =
    (error === 'EmailSignInError' && emails.length > 0 && (!typed || ids.includes(typed.provider))) ||
    (credentials !== undefined && isAbout(credentials.provider, page))
  const input = {
    label: texts.email.label,
    type: 'email',
    autocomplete: `${credentials || isSuggesting ? 'username' : 'email'}${isSuggesting ? ' webauthn' : ''}`,
    value: typed && ids.includes(typed.provider) && typed.field === 'email' ? typed.value : page.email,
    ...describeProblem(isWrong),
  }
  return passkeys.length > 0 ? { input, dataAttributes: { 'data-form-field': '' } } : { input }
}

interface EmailLabelProps {
  readonly form: FormOf<ResolvedEmailProvider>
  readonly others: readonly FormOf<ResolvedEmailProvider>[]
  readonly texts: Texts
}

/** Says what is sent. Several providers for e-mails differ in their names. */
function EmailLabel({ form: { provider }, others, texts }: EmailLabelProps): JSX.Element {
  if (others.length > 1) return <SignInWith name={provider.name} texts={texts} />
  return <span>{provider.shortCode ? texts.email.sendCode : texts.email.sendLink}</span>
}
