import type { AccountOverview, AccountSection } from '../types/account-pages.ts'
import type { CredentialInput, IconPart } from '../types/providers/common.ts'
import type { ResolvedProvider } from './providers.ts'

/** A built-in page's data. */
export type Page =
  | AccountPage
  | AccountDeletedPage
  | VerifyPage
  | EnrollPage
  | RecoveryCodesPage
  | InterruptedFormPage
  | SignInPage
  | SignOutPage
  | ErrorPage
  | VerifyRequestPage
  | ConfirmLinkPage
  | SignUpPage
  | ConfirmSignUpPage
  | ResetRequestPage
  | ResetSentPage
  | NewPasswordPage
  | ConfirmAddressPage
  | AddressConfirmedPage

export interface SignInPage {
  readonly name: 'signIn'
  readonly forms: readonly SignInForm[]
  readonly csrfToken: string | undefined
  readonly callbackUrl: string
  readonly error: string | undefined
  /** The reference that identifies the log entry. */
  readonly reference: string | undefined
  /** Whether the user has just chosen a new password. */
  readonly isPasswordReset?: boolean | undefined
  /** The e-mail address to prefill. */
  readonly email: string | undefined
  /** What the user typed before a failed sign-in. */
  readonly typed?: TypedAccount | undefined
  /** The id of the provider with which this browser last signed in. */
  readonly lastUsed?: string | undefined
  /** Where users sign up, and where they reset a forgotten password. */
  readonly signUpUrl?: string | undefined
  readonly resetUrl?: string | undefined
}

/** The e-mail address or user name that the user typed into a form. Never a password. */
export interface TypedAccount {
  /** The id of the provider whose form it was. */
  readonly provider: string
  /** The field's name. */
  readonly field: string
  readonly value: string
}

export interface SignInForm {
  readonly provider: ResolvedProvider
  /** The provider's icon, as an SVG path or as several in colours. */
  readonly icon?: string | readonly IconPart[] | undefined
  readonly action: string
  /** Set only for a passkey provider. */
  readonly passkey?: PasskeyForm
}

export interface PasskeyForm {
  /** URL from which the page's script requests a challenge. */
  readonly optionsUrl: string
  /** `add`: a signed-in user registers another passkey. */
  readonly purpose: 'sign in' | 'add'
}

/** Asks for a second factor. */
export interface VerifyPage {
  readonly name: 'verify'
  /** `step-up`: the user is signed in. */
  readonly purpose: 'sign-in' | 'step-up'
  readonly action: string
  readonly csrfToken: string | undefined
  readonly error: string | undefined
  readonly asksFor: SecondFactorChallenge
}

/** What counts as the second factor. */
export interface SecondFactorChallenge {
  /** What the user can send. */
  readonly methods: readonly ('totp' | 'recoveryCode' | 'passkey')[]
  /** How long the user can trust this device, in days. */
  readonly trustDays: number | undefined
  /** Where the page's script requests a passkey challenge. */
  readonly passkeyOptionsUrl?: string | undefined
}

/** A form that the user sends again. */
export interface OfferedForm {
  /** A URL of the application. */
  readonly action: string
  readonly isMultipart: boolean
  readonly fields: readonly (readonly [string, string])[]
}

/** Offers the form again that was interrupted by a step-up. */
export interface InterruptedFormPage {
  readonly name: 'interruptedForm'
  /** Not set if the form was not kept, has expired or was sent again. */
  readonly form: OfferedForm | undefined
  /** The page with the form. */
  readonly callbackUrl: string
}

/** Lets the user set up an authenticator app. */
export interface EnrollPage {
  readonly name: 'enroll'
  readonly action: string
  readonly csrfToken: string | undefined
  readonly error: string | undefined
  /** In Base32. */
  readonly secret: string
  /** The QR code, as an SVG element. */
  readonly qr: string
}

/** Shows new recovery codes, once, or how few are left. */
export interface RecoveryCodesPage {
  readonly name: 'recoveryCodes'
  readonly recoveryCodes?: readonly string[] | undefined
  readonly recoveryCodesLeft?: number | undefined
  readonly continueUrl: string
}

export interface SignOutPage {
  readonly name: 'signOut'
  readonly action: string
  readonly csrfToken: string | undefined
  readonly callbackUrl: string
  /** Includes those at which users sign out: the form may lead there. */
  readonly providers?: readonly ResolvedProvider[]
}

/** Asks for the code from an e-mail or a text message. */
export interface CodeForm {
  readonly action: string
  readonly csrfToken: string | undefined
  /** Where the code was sent. */
  readonly address: string
  /** The field's name for the address. */
  readonly field: 'email' | 'phone'
  /** Whether the message also has a link. */
  readonly hasLink: boolean
}

export interface VerifyRequestPage {
  readonly name: 'verifyRequest'
  readonly homeUrl: string
  readonly error?: string | undefined
  /** Set if this browser can enter a code. */
  readonly code?: CodeForm | undefined
}

/** Asks for confirmation before using a link that was not opened in the requesting browser. */
export interface ConfirmLinkPage {
  readonly name: 'confirmLink'
  readonly action: string
  readonly email: string
  readonly token: string
  readonly csrfToken: string | undefined
  readonly callbackUrl: string
}

/** Asks for what a new user needs. */
export interface SignUpPage {
  readonly name: 'signUp'
  readonly action: string
  readonly csrfToken: string | undefined
  readonly callbackUrl: string | undefined
  readonly error: string | undefined
  /** Why the previous password was rejected. */
  readonly code: string | undefined
  /** The link from the e-mail, if it was opened in another browser. */
  readonly link: { readonly email: string; readonly token: string } | undefined
  /** The application's fields. */
  readonly fields: Readonly<Record<string, CredentialInput>>
  /** How many characters the password has. */
  readonly lengths: { readonly min: number; readonly max: number }
  readonly signInUrl: string
  /** What the user typed before, by the names of the fields. Never a password. */
  readonly typed?: Readonly<Record<string, string | undefined>> | undefined
}

/** Asks for the code that was sent to an address: of a new user, or during a sign-in. */
export interface ConfirmSignUpPage {
  readonly name: 'confirmSignUp' | 'verifyAddress'
  readonly action: string
  readonly csrfToken: string | undefined
  readonly error: string | undefined
  readonly email: string
  /** Of the link from the e-mail, which is used instead of a code. */
  readonly token: string | undefined
  /** Where to start again. */
  readonly againUrl: string
}

/** Asks for the address of a user who has forgotten the password. */
export interface ResetRequestPage {
  readonly name: 'resetRequest'
  readonly action: string
  readonly csrfToken: string | undefined
  readonly error: string | undefined
  /** The address to prefill. */
  readonly email: string | undefined
  readonly signInUrl: string
}

/** Says that an e-mail was sent. */
export interface ResetSentPage {
  readonly name: 'resetSent'
  readonly signInUrl: string
}

/** Asks for a new password. */
export interface NewPasswordPage {
  readonly name: 'newPassword'
  readonly action: string
  readonly csrfToken: string | undefined
  readonly error: string | undefined
  /** Why the previous one was rejected. */
  readonly code: string | undefined
  /** The user's address or name, for password managers. */
  readonly email: string | undefined
  /** How many characters it has. */
  readonly lengths: { readonly min: number; readonly max: number }
  /** Further fields of the form. */
  readonly hidden?: Readonly<Record<string, string>> | undefined
  /** Whether a sign-in waits for it. */
  readonly isRequired?: boolean | undefined
}

/** Asks the user to confirm a change of the e-mail address, with the link from an e-mail. */
export interface ConfirmAddressPage {
  readonly name: 'confirmAddress'
  readonly action: string
  readonly csrfToken: string | undefined
  readonly link: { readonly side: 'current' | 'new'; readonly email: string; readonly token: string }
}

/** Says that an address was confirmed. */
export interface AddressConfirmedPage {
  readonly name: 'addressConfirmed'
  readonly isChanged: boolean
  readonly waitsFor: readonly ('current' | 'new')[]
  readonly homeUrl: string
}

export interface ErrorPage {
  readonly name: 'error'
  readonly error: string
  /** The reference that identifies the log entry. */
  readonly reference: string | undefined
  /** The sign-in page's URL, if trying again can help. */
  readonly signInUrl: string | undefined
  readonly homeUrl: string | undefined
}

/** Shows how the signed-in user signs in, or one section of it. */
export interface AccountPage {
  readonly name: 'account'
  /** Default: the overview. */
  readonly section?: AccountSection | undefined
  readonly overview: AccountOverview
  /** The overview, and the sections that are shown. Those of the application are not built in. */
  readonly urls: {
    readonly overview: string
    readonly sections: Readonly<Partial<Record<AccountSection, string>>>
    /** Where the user sets up an authenticator app. */
    readonly enroll: string
    /** Where the user adds a passkey. */
    readonly addPasskey: string
    /** Where sign-ins at providers start: a provider id follows. */
    readonly signIn: string
  }
  readonly csrfToken: string | undefined
  readonly status?: string | undefined
  readonly error?: string | undefined
  /** Why a password was rejected. */
  readonly code?: string | undefined
  /** How many characters a password has. */
  readonly lengths?: { readonly min: number; readonly max: number } | undefined
  /** The id of what is renamed. */
  readonly rename?: string | undefined
  /** How many entries of the list are skipped. */
  readonly from: number
  /** Whether passkeys can be a second factor. */
  readonly hasPasskeyFactor: boolean
}

/** Says that the user was deleted. */
export interface AccountDeletedPage {
  readonly name: 'accountDeleted'
  readonly homeUrl: string
}
