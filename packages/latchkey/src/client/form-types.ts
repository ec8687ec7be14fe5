import type { PasswordReason } from '../errors/passwords.ts'
import type { AddressSide } from '../types/user-email.ts'
import type { SignInResponse } from './types.ts'

/** The result of a form. It is never thrown: also not if the server cannot be reached. */
export interface FormResult extends Omit<SignInResponse, 'code'> {
  /**
   * The error type, for example `PasswordRejected`. `NetworkError`: the server could not be reached, or
   * did not respond within 30 seconds. `undefined` if the server accepted the form.
   */
  readonly error: string | undefined
  /** The field that the user has to correct, if there is one. */
  readonly field: 'email' | 'password' | 'code' | undefined
  /** Why a password was rejected. */
  readonly reason: PasswordReason | undefined
  /** The shortest or longest password that is accepted, in characters, if its length is the reason. */
  readonly limit: number | undefined
  /** Seconds after which the user can try again, with `TooManyRequests` or `ServiceUnavailable`. */
  readonly retryAfter: number | undefined
  /** The log entry of the failure on the server, for support. */
  readonly reference: string | undefined
}

/** The result of `completeSignIn`. */
export interface CompletedSignIn extends FormResult {
  /** New recovery codes, after the user set up a second factor. Show them: they are not sent again. */
  readonly recoveryCodes: readonly string[] | undefined
  /** How many recovery codes are left, after one was used. */
  readonly recoveryCodesLeft: number | undefined
}

/** The result of `confirmAddressChange`. */
export interface AddressChangeResult extends FormResult {
  /** Whether both sides are confirmed, so that the address has changed. */
  readonly isChanged: boolean
  /** Where a code still has to be confirmed. */
  readonly waitsFor: readonly AddressSide[]
}

/** Fields of `signUp`. */
export interface SignUpForm {
  email: string
  password: string
  /** URL to go to after the sign-in. Default: the home page. */
  redirectTo?: string | undefined
  /** The fields in `signUp.fields` of `Password`. */
  [field: string]: string | undefined
}

/** Fields of `confirmSignUp`: the code from the e-mail, in the browser that sent the first form. */
export interface SignUpCode {
  code: string
}

/** Fields of `confirmSignUp` on the page that the link in the e-mail opens. Its query has both. */
export interface SignUpLink {
  email: string
  token: string
  /** Needed in another browser than the one that sent the first form. */
  password?: string | undefined
  /** URL to go to after the sign-in. Default: the home page. */
  redirectTo?: string | undefined
  /** The fields in `signUp.fields` of `Password`, which are needed there also. */
  [field: string]: string | undefined
}

/** Fields of `resetPassword`. The query of the link in the e-mail has `email` and `token`. */
export interface ResetForm {
  email: string
  token: string
  /** The new password. */
  password: string
  /** URL to go to after the sign-in, with `reset.signIn`. Default: the home page. */
  redirectTo?: string | undefined
}

/** Fields of `completeSignIn`: what the sign-in's `requirement` asks for. */
export type RequiredFields =
  | {
      /**
       * `verifyAddress`: from the e-mail. `secondFactor`: of the authenticator app, or a recovery code.
       * `enroll`: of the new authenticator app.
       */
      code: string
      /** `secondFactor`: any value asks for no second factor in this browser for some time. */
      trustDevice?: string | undefined
    }
  | {
      /** `verifyAddress`: from the query of the link in the e-mail. */
      token: string
    }
  | {
      /** `changePassword`: another password than the current one. */
      password: string
    }

/** Fields of `confirmAddressChange`. */
export type AddressChangeForm =
  | {
      /** From the e-mail, in the browser that started the change. */
      code: string
    }
  | {
      /** All from the query of the link in the e-mail. */
      side: AddressSide
      email: string
      token: string
    }
