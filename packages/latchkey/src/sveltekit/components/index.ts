import type { Component, ComponentConstructorOptions, Snippet, SvelteComponent } from 'svelte'
import type { HTMLFormAttributes } from 'svelte/elements'
import type { AuthorizationParams, SignInOptions, SignOutOptions } from '../../integration/options.ts'
import { defaults } from '../../svelte/page-client.ts'
import { kitPath } from '../kit-path.ts'
import SignInForm from './SignIn.svelte'
import SignOutForm from './SignOut.svelte'

// A page that signs in or out only by forms also reads the session, to follow other tabs.
defaults.basePath = kitPath('/auth')

/** Form attributes, such as `id`, `style` and `data-` attributes. */
type FormAttributes = Omit<HTMLFormAttributes, 'children'>

/**
 * Properties of {@link SignIn}. Any others become form attributes.
 *
 * @experimental
 */
export interface SignInProps extends FormAttributes {
  /** Provider id. Without it, the form leads to the sign-in page. */
  provider?: string
  /** Path of the page whose default action is `signIn`, below `paths.base`. Default: `signin`. */
  signInPage?: string
  /**
   * `redirectTo`: URL after the sign-in. Default: the page that the form is on. `redirect: false`:
   * the action returns `{ url }`. Other keys become form fields.
   */
  options?: FormData | SignInOptions
  /** Parameters for the provider, for example `{ prompt: 'login' }`. `scope` is ignored. */
  authorizationParams?: AuthorizationParams
  /** The form's class, in addition to `signInButton`. */
  className?: string
  /** What the button shows. */
  submitButton?: Snippet
  /** Fields for the provider `credentials`. */
  credentials?: Snippet
  /** Fields for a provider that sends e-mails. Default: a field for the address. */
  email?: Snippet
}

/**
 * Properties of {@link SignOut}. Any others become form attributes.
 *
 * @experimental
 */
export interface SignOutProps extends FormAttributes {
  /** Path of the page whose default action is `signOut`, below `paths.base`. Default: `signout`. */
  signOutPage?: string
  /**
   * `redirectTo`: URL after the sign-out. Default: the page that the form is on. `redirect: false`:
   * the action returns `{ url }`. `provider`: whether to also sign out at the provider.
   */
  options?: SignOutOptions
  /** The form's class, in addition to `signOutButton`. */
  className?: string
  /** What the button shows. */
  submitButton?: Snippet
}

/**
 * Component that accepts each of `Slots` as a snippet, which is one of `Props`, or as an element
 * with the attribute `slot`.
 *
 * @experimental
 */
// biome-ignore lint/suspicious/noExplicitAny: Svelte's own bound for the properties of a component.
export interface SlottedComponent<Props extends Record<string, any>, Slots extends string>
  extends Component<Props> {
  new (
    options: ComponentConstructorOptions<Props>,
  ): SvelteComponent<Props, Record<string, never>, Record<Slots, Record<string, never>>>
}

// TypeScript knows only that both files are components.

/**
 * Renders a form that signs in, even without JavaScript. The snippet or slot `submitButton` is its
 * button's content.
 *
 * @example
 * ```svelte
 * <script>
 *   import { SignIn } from 'latchkey/sveltekit/components'
 * </script>
 *
 * <SignIn provider="github">
 *   {#snippet submitButton()}Sign in with GitHub{/snippet}
 * </SignIn>
 * ```
 * @experimental
 */
export const SignIn: SlottedComponent<SignInProps, 'submitButton' | 'credentials' | 'email'> =
  SignInForm as unknown as typeof SignIn

/**
 * Renders a form that signs out, even without JavaScript. The snippet or slot `submitButton` is its
 * button's content.
 *
 * @example
 * ```svelte
 * <script>
 *   import { SignOut } from 'latchkey/sveltekit/components'
 * </script>
 *
 * <SignOut options={{ redirectTo: '/' }} />
 * ```
 * @experimental
 */
export const SignOut: SlottedComponent<SignOutProps, 'submitButton'> =
  SignOutForm as unknown as typeof SignOut
