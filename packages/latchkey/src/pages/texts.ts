import type { ErrorText, Texts } from '../types/texts.ts'

/** The catalogue that stands in for every text an application leaves out. */
export const english: Texts = {
  lang: 'en',
  dir: 'auto',
  signIn: {
    title: 'Sign in',
    with: (provider) => `Sign in with ${provider}`,
    or: 'or',
  },
  signInErrors: {
    AccountNotLinked:
      'This passkey or address belongs to another user. Sign in the way you did the first time.',
    Configuration: 'Something went wrong on our side. Please try again, or choose another way.',
    CredentialsSignin: 'These details are not right. Check them and try again.',
    Default: 'Unable to sign in. Please try again.',
    EmailSignInError: 'The mail could not be sent. Check the address and try again.',
    MissingCSRF: 'The form was open for too long or came from elsewhere. Please try again.',
    OAuthAccountNotLinked: 'This account is not linked yet. Sign in the way you did the first time.',
    OAuthCallbackError: 'The provider did not sign you in. Try again, or use another account or another way.',
    SessionRequired: 'Please sign in to see this page.',
    TooManyRequests: 'That was tried too often. Wait a quarter of an hour, then try again.',
  },
  signOut: {
    title: 'Sign out',
    question: 'Do you want to sign out?',
    button: 'Sign out',
    stay: 'Stay signed in',
  },
  email: {
    label: 'E-mail',
  },
  webauthn: {
    add: 'Add a passkey',
    cancelled: 'No passkey was used. Try again, or choose another way.',
    known: 'This device has a passkey for you already.',
    refused: 'This does not work with what you entered. Check it and try again.',
    failed: 'The passkey could not be used. Try again, or choose another way.',
    unsupported: 'This browser has no passkeys. Choose another way, or use a newer browser.',
    noScript: 'Passkeys need JavaScript. Switch it on, or choose another way.',
  },
  verifyRequest: {
    title: 'Check your e-mail',
    body: 'A link to sign in is on its way to you. Open it in this browser. If nothing arrives, look among the unwanted mail.',
  },
  confirmLink: {
    title: 'Sign in',
    body: (email) => `This link signs in ${email}. Go on only if you asked for it.`,
    button: 'Sign in',
  },
  error: {
    reference: 'If it happens again, quote this reference:',
    signIn: 'Sign in again',
    home: 'Go to the start page',
  },
  errors: {
    AccessDenied: {
      title: 'Access denied',
      body: 'You do not have permission to sign in here. Try another account, or ask who runs this site.',
    },
    BadRequest: { title: 'Not understood', body: 'The request could not be read. Go back and try again.' },
    Configuration: { title: 'Something went wrong', body: 'This could not be completed. Please try again.' },
    Default: { title: 'Something went wrong', body: 'Please try again.' },
    MethodNotAllowed: {
      title: 'Not like this',
      body: 'This address cannot be opened directly. Begin on the start page.',
    },
    PayloadTooLarge: {
      title: 'Too large',
      body: 'The form was larger than it can be. Shorten what you wrote and try again.',
    },
    TooManyRequests: { title: 'Too many attempts', body: 'Wait a quarter of an hour, then try again.' },
    UnknownAction: { title: 'Not found', body: 'There is nothing at this address. Begin on the start page.' },
    UnsupportedMediaType: {
      title: 'Not understood',
      body: 'The form was sent in a format that is not read here. Go back and try again.',
    },
    Verification: {
      title: 'This link does not work',
      body: 'It was used already, or it is too old. Sign in again to get a new one.',
    },
    WebAuthnVerificationError: {
      title: 'The passkey was not accepted',
      body: 'Try again, or sign in another way.',
    },
  },
  mail: {
    subject: (host) => `Sign in to ${host}`,
    title: (host) => `Sign in to ${host}`,
    button: 'Sign in',
    unasked: 'If you did not ask for this mail, leave it alone: without the link nobody gets in.',
  },
}

type SignInErrorWord = keyof Texts['signInErrors']

/** Words for the same that existing applications link to. */
const otherWords: Readonly<Record<string, SignInErrorWord>> = {
  Callback: 'OAuthCallbackError',
  EmailCreateAccount: 'OAuthCallbackError',
  EmailSignin: 'EmailSignInError',
  OAuthCreateAccount: 'OAuthCallbackError',
  OAuthSignin: 'OAuthCallbackError',
  Signin: 'OAuthCallbackError',
}

/** What the sign-in page says of a word that anybody may have written into the URL. */
export function signInError({ signInErrors }: Texts, word: string): string {
  const known = Object.hasOwn(otherWords, word) ? (otherWords[word] as SignInErrorWord) : word
  return Object.hasOwn(signInErrors, known) ? signInErrors[known as SignInErrorWord] : signInErrors.Default
}

/** What the error page says of such a word. */
export function errorText({ errors }: Texts, word: string): ErrorText {
  return Object.hasOwn(errors, word) ? errors[word as keyof Texts['errors']] : errors.Default
}
