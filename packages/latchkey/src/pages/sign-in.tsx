import type { JSX } from 'preact'
import type { SignInForm, SignInPage } from '../contract/pages.ts'
import { isOAuthProvider, type ResolvedEmailProvider } from '../contract/providers.ts'
import type { ProviderType } from '../types/basics.ts'
import type { Texts } from '../types/texts.ts'
import { AccountLinks, Credentials } from './credentials.tsx'
import { Field } from './field.tsx'
import { readLogo } from './logo.ts'
import { Passkey, passkeyAttributes } from './passkey.tsx'
import { Reference } from './reference.tsx'
import { SignInWith } from './sign-in-with.tsx'
import { english, signInError } from './texts.ts'

/** Renders one form for each provider, in the order of the configuration. */
export function SignIn({ page, texts }: { readonly page: SignInPage; readonly texts: Texts }): JSX.Element {
  return (
    <>
      <h1>{texts.signIn.title}</h1>
      {page.error ? (
        <p class="error" role="alert">
          {signInError(texts, page.error)}
        </p>
      ) : (
        page.isPasswordReset && (
          <p class="status" role="status">
            {texts.newPassword.done}
          </p>
        )
      )}
      <Reference reference={page.reference} texts={texts} />
      {page.forms.map((form, index) => (
        <>
          {index > 0 && isDivided(page.forms, index) && <div class="or">{texts.signIn.or}</div>}
          <form method="post" action={form.action} {...passkeyAttributes(form, texts)}>
            <HiddenFields page={page} />
            <Inputs form={form} index={index} page={page} texts={texts} />
          </form>
        </>
      ))}
      <AccountLinks page={page} texts={texts} />
    </>
  )
}

interface InputsProps {
  readonly form: SignInForm
  readonly index: number
  readonly page: SignInPage
  readonly texts: Texts
}

function Inputs({ form, index, page, texts }: InputsProps): JSX.Element {
  switch (form.provider.type) {
    case 'credentials':
      return <Credentials provider={form.provider} page={page} texts={texts} />
    case 'email':
      return <Email provider={form.provider} page={page} texts={texts} />
    case 'webauthn':
      return (
        <Passkey
          provider={form.provider}
          purpose={form.passkey?.purpose}
          address={page.email}
          emailLabel={passkeyEmailLabel(page, texts)}
          texts={texts}
        />
      )
    case 'oauth':
    case 'oidc':
      return <Redirect form={form} index={index} texts={texts} />
  }
}

interface EmailProps {
  readonly provider: ResolvedEmailProvider
  readonly page: SignInPage
  readonly texts: Texts
}

function Email({ provider: { id, name, isPhone }, page: { email, typed }, texts }: EmailProps): JSX.Element {
  const input = isPhone
    ? { label: texts.phone.label, type: 'tel', autocomplete: 'tel', dir: 'ltr' }
    : { label: texts.email.label, type: 'email', autocomplete: 'email', value: email }
  const given = typed?.provider === id ? { ...input, value: typed.value } : input
  return (
    <>
      <Field name={isPhone ? 'phone' : 'email'} input={given} />
      <button type="submit">
        <SignInWith name={name} texts={texts} />
      </button>
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

const WITH_FIELDS: readonly ProviderType[] = ['credentials', 'email', 'webauthn']

/** Returns whether to separate a form from the previous one: if one of them has fields. */
function isDivided(forms: readonly SignInForm[], index: number): boolean {
  return [forms[index - 1], forms[index]].some(
    (form) => form !== undefined && WITH_FIELDS.includes(form.provider.type),
  )
}

/** Renders the hidden fields of every form. */
export function HiddenFields({
  page,
}: {
  readonly page: { readonly csrfToken: string | undefined; readonly callbackUrl: string }
}): JSX.Element {
  return (
    <>
      {page.csrfToken && <input type="hidden" name="csrfToken" value={page.csrfToken} />}
      <input type="hidden" name="callbackUrl" value={page.callbackUrl} />
    </>
  )
}

function Redirect({ form, index, texts }: Omit<InputsProps, 'page'>): JSX.Element {
  return (
    <button type="submit" class="quiet provider">
      <Icon form={form} index={index} />
      <SignInWith name={form.provider.name} texts={texts} />
    </button>
  )
}

/**
 * Shows the configured logo if it is on the application's own origin or a `data:` URL. Otherwise
 * shows the provider's icon, or the first letter of its name, in its brand colour.
 */
function Icon({ form: { provider, icon }, index }: Pick<InputsProps, 'form' | 'index'>): JSX.Element {
  const logo = isOAuthProvider(provider) ? readLogo(provider.style.logo) : undefined
  if (logo !== undefined && !/^https:/i.test(logo)) return <img class="icon" src={logo} alt="" />
  if (icon !== undefined) {
    return (
      <svg class={`icon icon-${index}`} viewBox="-6 -6 36 36" fill="currentColor" aria-hidden="true">
        <path d={icon} />
      </svg>
    )
  }
  const [initial] = provider.name.toUpperCase()
  return (
    <span class={`icon icon-${index}`} aria-hidden="true">
      {initial}
    </span>
  )
}
