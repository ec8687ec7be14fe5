/** Every sentence of our pages. */
export const texts = {
  signIn: {
    title: 'Sign in',
    with: (provider: string): string => `Sign in with ${provider}`,
    or: 'or',
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
  verifyRequest: {
    title: 'Check your e-mail',
    body: 'A link to sign in is on its way to you. Open it in this browser. If nothing arrives, look among the unwanted mail.',
  },
  confirmLink: {
    title: 'Sign in',
    body: (email: string): string => `This link signs in ${email}. Go on only if you asked for it.`,
    button: 'Sign in',
  },
  error: {
    reference: 'If it happens again, quote this reference:',
    signIn: 'Sign in again',
    home: 'Go to the start page',
  },
} as const

/** What the sign-in page says about an attempt that failed. */
const signInErrors: Readonly<Record<string, string>> = {
  CredentialsSignin: 'These details are not right. Check them and try again.',
  EmailSignInError: 'The mail could not be sent. Check the address and try again.',
  MissingCSRF: 'The form was open for too long or came from elsewhere. Please try again.',
  OAuthAccountNotLinked: 'This account is not linked yet. Sign in the way you did the first time.',
  OAuthCallbackError: 'The provider did not sign you in. Try again, or choose another way.',
  TooManyRequests: 'That was tried too often. Wait a quarter of an hour, then try again.',
  SessionRequired: 'Please sign in to see this page.',
}

export function signInError(error: string): string {
  return Object.hasOwn(signInErrors, error) ? (signInErrors[error] ?? '') : 'Unable to sign in. Please try again.'
}

export interface ErrorText {
  readonly title: string
  readonly body: string
}

const errors: Readonly<Record<string, ErrorText>> = {
  AccessDenied: { title: 'Access denied', body: 'You do not have permission to sign in here.' },
  BadRequest: { title: 'Not understood', body: 'The request could not be read.' },
  Configuration: { title: 'Something went wrong', body: 'This could not be completed. Please try again.' },
  MethodNotAllowed: { title: 'Not like this', body: 'This address cannot be opened directly.' },
  PayloadTooLarge: { title: 'Too large', body: 'The form was larger than it can be.' },
  TooManyRequests: { title: 'Too many attempts', body: 'Wait a while, then try again.' },
  Verification: { title: 'This link does not work', body: 'It was used already, or it is too old. Sign in again to get a new one.' },
  UnknownAction: { title: 'Not found', body: 'There is nothing at this address.' },
  UnsupportedMediaType: { title: 'Not understood', body: 'The form was sent in a format that is not read here.' },
}

export function errorText(error: string): ErrorText {
  const known = Object.hasOwn(errors, error) ? errors[error] : undefined
  return known ?? { title: 'Something went wrong', body: 'Please try again.' }
}
