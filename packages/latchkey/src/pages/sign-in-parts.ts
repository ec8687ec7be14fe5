import type { SignInForm, SignInPage } from '../contract/pages.ts'
import type {
  ResolvedCredentialsProvider,
  ResolvedEmailProvider,
  ResolvedProvider,
} from '../contract/providers.ts'
import type { ResolvedWebAuthnProvider } from '../types/providers/webauthn.ts'

/** A form with a provider of one type. */
export type FormOf<P extends ResolvedProvider> = SignInForm & { readonly provider: P }

/** All ways to sign in that take an e-mail address. They share one field. */
export interface AddressPart {
  readonly type: 'address'
  /** Its first field is the address. */
  readonly credentials: FormOf<ResolvedCredentialsProvider> | undefined
  readonly emails: readonly FormOf<ResolvedEmailProvider>[]
  /** Suggested in the field. */
  readonly passkeys: readonly FormOf<ResolvedWebAuthnProvider>[]
}

/** A part of the sign-in page: the form for an address, or another provider's form. */
export type SignInPart = AddressPart | { readonly type: 'single'; readonly form: SignInForm }

/**
 * Returns the sign-in page's parts, in the order of the configuration. The form for an address is in
 * the place of the first provider that it contains, except passkeys, which only follow it.
 */
export function listParts({ forms }: Pick<SignInPage, 'forms'>): readonly SignInPart[] {
  const credentials = forms.find(takesAddress)
  const emails = forms.filter(sendsEmail)
  const first = forms.find((form) => form === credentials || form === emails[0])
  const passkeys = first === undefined ? [] : forms.filter(isSuggested)
  const shared: readonly SignInForm[] = [...(credentials ? [credentials] : []), ...emails, ...passkeys]
  return forms.flatMap((form): SignInPart[] => {
    if (form === first) return [{ type: 'address', credentials, emails, passkeys }]
    return shared.includes(form) ? [] : [{ type: 'single', form }]
  })
}

/** Returns whether a form has a field beside its button. */
export function hasFields(part: SignInPart): boolean {
  return (
    part.type === 'address' || !(part.form.provider.type === 'oauth' || part.form.provider.type === 'oidc')
  )
}

function takesAddress(form: SignInForm): form is FormOf<ResolvedCredentialsProvider> {
  if (form.provider.type !== 'credentials') return false
  const [first] = Object.entries(form.provider.credentials)
  return first !== undefined && first[0] === 'email' && (first[1].type ?? 'email') === 'email'
}

function sendsEmail(form: SignInForm): form is FormOf<ResolvedEmailProvider> {
  return form.provider.type === 'email' && !form.provider.isPhone
}

/** A signed-in user who adds a passkey enters no address. */
function isSuggested(form: SignInForm): form is FormOf<ResolvedWebAuthnProvider> {
  const { provider, passkey } = form
  if (provider.type !== 'webauthn' || passkey?.purpose === 'add') return false
  return Object.keys(provider.formFields).join() === 'email'
}
