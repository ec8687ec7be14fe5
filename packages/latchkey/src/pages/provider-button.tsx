import type { JSX } from 'preact'
import type { SignInForm, SignInPage } from '../contract/pages.ts'
import { isOAuthProvider } from '../contract/providers.ts'
import type { Texts } from '../types/texts.ts'
import { LastUsed } from './last-used.tsx'
import { readLogo } from './logo.ts'
import { SignInWith } from './sign-in-with.tsx'

/** Properties of `ProviderButton`. */
export interface ProviderButtonProps {
  readonly form: SignInForm
  readonly page: SignInPage
  readonly texts: Texts
}

/**
 * Renders the button that leads to a provider: its icon, and the wording that most providers ask
 * for. The button is neutral, because providers ask for their icon on white or on a dark colour.
 *
 * @see https://developers.google.com/identity/branding-guidelines
 * @see https://developer.apple.com/design/human-interface-guidelines/sign-in-with-apple
 * @see https://learn.microsoft.com/entra/identity-platform/howto-add-branding-in-apps
 */
export function ProviderButton({ form, page, texts }: ProviderButtonProps): JSX.Element {
  return (
    <button type="submit" class="quiet provider">
      <Icon form={form} index={page.forms.indexOf(form)} />
      <SignInWith name={form.provider.name} texts={texts} />
      <LastUsed form={form} page={page} texts={texts} />
    </button>
  )
}

/**
 * Shows the configured logo if it is on the application's own origin or a `data:` URL. Otherwise
 * shows the provider's icon, or the first letter of its name, in its brand colour.
 */
function Icon({
  form: { provider, icon },
  index,
}: Pick<ProviderButtonProps, 'form'> & { readonly index: number }): JSX.Element {
  const logo = isOAuthProvider(provider) ? readLogo(provider.style.logo) : undefined
  if (logo !== undefined && !/^https:/i.test(logo)) return <img class="icon" src={logo} alt="" />
  if (icon !== undefined) {
    const parts = typeof icon === 'string' ? [{ path: icon, color: 'currentColor' }] : icon
    return (
      <svg class={`icon icon-${index}`} viewBox="0 0 24 24" aria-hidden="true">
        {parts.map(({ path, color }) => (
          <path key={path} d={path} fill={color} />
        ))}
      </svg>
    )
  }
  const [initial] = provider.name.toUpperCase()
  return (
    <span class={`icon letter icon-${index}`} aria-hidden="true">
      {initial}
    </span>
  )
}
