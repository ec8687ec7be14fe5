import { AuthError } from './auth-error.ts'

/**
 * Thrown when two passkey providers have `enableConditionalUI`. Browsers suggest the passkeys of
 * only one in a form field. Set `enableConditionalUI: false` on all but one.
 */
export class DuplicateConditionalUI extends AuthError {
  static override readonly type: string = 'DuplicateConditionalUI'
}

/**
 * Logged, not thrown, when the configuration is invalid and the page `pages.error` redirects back
 * because it requires a session, or is a Latchkey endpoint. The built-in page is shown instead.
 * Make the page accessible without a session.
 */
export class ErrorPageLoop extends AuthError {
  static override readonly type: string = 'ErrorPageLoop'
}

/**
 * Never thrown by Latchkey: no provider is experimental. Exported for code that refers to it by name.
 */
export class ExperimentalFeatureNotEnabled extends AuthError {
  static override readonly type: string = 'ExperimentalFeatureNotEnabled'
}

/**
 * Never thrown by Latchkey: a callback URL that is not allowed is replaced by the home page.
 * Exported for code that refers to it by name. To allow a URL, return it from the `redirect`
 * callback.
 */
export class InvalidCallbackUrl extends AuthError {
  static override readonly type: string = 'InvalidCallbackUrl'
}

/**
 * Thrown when a provider has neither an `issuer` nor all endpoints, or when one of them is not a
 * valid URL. Set `AUTH_<ID>_ISSUER`, or pass `issuer` or the endpoint that the message names.
 */
export class InvalidEndpoints extends AuthError {
  static override readonly type: string = 'InvalidEndpoints'
}

/**
 * Thrown when an option or an environment variable has an invalid value. Change the value as the
 * message says.
 */
export class InvalidOption extends AuthError {
  static override readonly type: string = 'InvalidOption'
}

/**
 * Thrown when a provider is invalid: it has no client ID or client secret, has the same id as
 * another, or does not support the requested operation. Set `AUTH_<ID>_ID` and `AUTH_<ID>_SECRET`,
 * or the option that the message names.
 */
export class InvalidProvider extends AuthError {
  static override readonly type: string = 'InvalidProvider'
}

/**
 * Thrown when database sessions, e-mail links or passkeys are configured without an `adapter`. Pass
 * an `adapter`. If only the sessions need it, you can set `session.strategy` to `"jwt"` instead.
 */
export class MissingAdapter extends AuthError {
  static override readonly type: string = 'MissingAdapter'
}

/**
 * Thrown when the adapter lacks methods that the configuration needs. Use an adapter with the
 * methods that the message lists.
 */
export class MissingAdapterMethods extends AuthError {
  static override readonly type: string = 'MissingAdapterMethods'
}

/**
 * Thrown when a credentials provider has no `authorize` function. Add
 * `async authorize(credentials) { … }` and return the user or `null`.
 */
export class MissingAuthorize extends AuthError {
  static override readonly type: string = 'MissingAuthorize'
}

/**
 * Thrown when no secret is set, or when it is empty. Set `AUTH_SECRET` to the output of
 * `openssl rand -base64 33`.
 */
export class MissingSecret extends AuthError {
  static override readonly type: string = 'MissingSecret'
}
export { MissingSecret as MissingSecretError }

/**
 * Thrown when a passkey provider has `enableConditionalUI`, but no form field can suggest passkeys.
 * Add `webauthn` at the end of the `autocomplete` value of a field in `formFields`.
 */
export class MissingWebAuthnAutocomplete extends AuthError {
  static override readonly type: string = 'MissingWebAuthnAutocomplete'
}

/**
 * Thrown when `session.strategy` is neither `"jwt"` nor `"database"`. Set it to one of them, or
 * omit it.
 */
export class UnsupportedStrategy extends AuthError {
  static override readonly type: string = 'UnsupportedStrategy'
}

/**
 * Thrown when the host of a request is not trusted. Set `AUTH_URL`. Behind a proxy that sets the
 * host safely, you can set `AUTH_TRUST_HOST=true` instead. In development, set
 * `NODE_ENV=development`. With `trustedHosts`, add the host to the list.
 */
export class UntrustedHost extends AuthError {
  static override readonly type: string = 'UntrustedHost'
}
