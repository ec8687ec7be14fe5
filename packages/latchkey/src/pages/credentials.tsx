import type { JSX } from 'preact'
import type { SignInForm, SignInPage } from '../contract/pages.ts'
import type { ResolvedCredentialsProvider } from '../contract/providers.ts'
import type { CredentialInput } from '../types/providers/common.ts'
import type { Texts } from '../types/texts.ts'
import { Field } from './field.tsx'
import { completeFields } from './field-label.ts'
import { describeProblem, PasswordField } from './form-parts.tsx'
import { LastUsed } from './last-used.tsx'
import { SignInWith } from './sign-in-with.tsx'

/** Properties of `Credentials`. */
export interface CredentialsProps {
  readonly provider: ResolvedCredentialsProvider
  readonly page: SignInPage
  readonly texts: Texts
}

/** Renders the application's fields, with what the user typed before, and the button. */
export function Credentials({
  form,
  ...props
}: CredentialsProps & { readonly form: SignInForm }): JSX.Element {
  return (
    <>
      <CredentialsFields {...props} />
      <button type="submit">
        <CredentialsButton {...props} />
        <LastUsed form={form} page={props.page} texts={props.texts} />
      </button>
    </>
  )
}

/** An e-mail address that several ways to sign in share, and the attributes of its field. */
export interface Address {
  readonly input: CredentialInput
  readonly dataAttributes?: Readonly<Record<`data-${string}`, string>>
}

/** Properties of `CredentialsFields`. */
export interface CredentialsFieldsProps extends CredentialsProps {
  /** Set if the first field is an e-mail address that other ways to sign in share. */
  readonly address?: Address | undefined
}

/** Renders the fields, with the application's attributes. */
export function CredentialsFields({ provider, page, texts, address }: CredentialsFieldsProps): JSX.Element {
  const problem = describeProblem(isAbout(provider, page))
  return (
    <>
      {completeFields(provider.credentials, texts).map(([name, input], index) => {
        if (index === 0 && address !== undefined)
          return <Field key={name} name={name} {...withOwn(address, provider.credentials[name], input)} />
        if (provider.password !== undefined && input.type === 'password')
          return (
            <PasswordField
              key={name}
              name={name}
              label={input.label ?? name}
              texts={texts}
              autocomplete="current-password"
              attributes={{ ...problem }}
            />
          )
        return (
          <Field
            key={name}
            name={name}
            input={{ ...input, ...typedInto(page, provider, name), ...problem }}
          />
        )
      })}
    </>
  )
}

/** Returns the address with the application's attributes, except what the user typed. */
function withOwn(address: Address, own: CredentialInput | undefined, complete: CredentialInput): Address {
  const { value, autocomplete } = address.input
  return {
    ...address,
    input: {
      ...address.input,
      ...complete,
      autocomplete: own?.autocomplete ?? autocomplete,
      value: value ?? complete.value,
    } as CredentialInput,
  }
}

function typedInto(
  { typed }: SignInPage,
  { id }: ResolvedCredentialsProvider,
  field: string,
): CredentialInput {
  return typed?.provider === id && typed.field === field ? { value: typed.value } : {}
}

/** Returns whether an error is about what was typed into this form. */
export function isAbout({ id }: ResolvedCredentialsProvider, { error, typed }: SignInPage): boolean {
  return error === 'CredentialsSignin' && (typed === undefined || typed.provider === id)
}

/** Renders the label of the button. */
export function CredentialsButton({ provider, page: { forms }, texts }: CredentialsProps): JSX.Element {
  const fields = completeFields(provider.credentials, texts)
  const hasPassword = fields.some(([, { type }]) => type === 'password')
  if (provider.password === undefined && provider.name !== FACTORY_NAME)
    return <SignInWith name={provider.name} texts={texts} />
  const { withPassword, button } = texts.credentials
  return <span>{hasPassword && forms.length > 1 ? withPassword : button}</span>
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
