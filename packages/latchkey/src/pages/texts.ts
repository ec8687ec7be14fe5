import type { ErrorText, Texts } from '../types/texts.ts'
import { accountTexts } from './account/texts.ts'

/** The English texts. They replace every text that the application does not set. */
export const english: Texts = {
  lang: 'en',
  dir: 'auto',
  signIn: {
    title: 'Sign in',
    with: (provider) => `Sign in with ${provider}`,
    or: 'or',
    lastUsed: 'Last used',
    offline: 'You are offline. Check your connection, then try again.',
  },
  signInErrors: {
    AccountExists: 'You already have an account. Sign in, or reset your password.',
    AccountNotLinked:
      'This passkey or e-mail address belongs to another account. ' +
      'Sign in with the method you used the first time.',
    Configuration: 'Something went wrong on our end. Please try again or choose another sign-in method.',
    CredentialsSignin: 'Incorrect details. Check them and try again.',
    Default: 'Unable to sign in. Please try again.',
    EmailSignInError:
      'The e-mail could not be sent. Check the address. ' +
      'If it is correct, try again later or choose another sign-in method.',
    MissingCSRF: 'This form has expired or was opened at another address. Please try again.',
    MissingCookie:
      'Your browser did not send the cookie that the sign-in needs. ' +
      'Allow cookies for this site, then sign in again in this window.',
    OAuthAccountNotLinked: 'This account is not linked yet. Sign in with the method you used the first time.',
    OAuthCallbackError:
      'The provider did not sign you in. Try again, or use another account or sign-in method.',
    PhoneSignInError:
      'The code could not be sent. Enter the number with its country code, for example +49 151 23456789. ' +
      'If it is correct, try again later or choose another sign-in method.',
    ServiceUnavailable:
      'This sign-in method is not available at the moment. ' +
      'Try again in a few seconds, or choose another one.',
    SessionRequired: 'Please sign in to view this page.',
    SignInExpired: 'This sign-in took too long or was completed elsewhere. Please sign in again.',
    TooManyRequests: 'Too many attempts. Please wait 15 minutes and try again.',
  },
  signOut: {
    title: 'Sign out',
    question: 'Do you want to sign out?',
    button: 'Sign out',
    stay: 'Stay signed in',
  },
  email: {
    label: 'E-mail',
    sendLink: 'E-mail me a sign-in link',
    sendCode: 'E-mail me a code',
  },
  phone: {
    label: 'Phone number, with country code',
  },
  credentials: {
    username: 'User name',
    password: 'Password',
    button: 'Sign in',
    withPassword: 'Sign in with password',
    forgotPassword: 'Forgot your password?',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
  },
  webauthn: {
    add: 'Add a passkey',
    cancelled: 'No passkey was used. Try again or choose another sign-in method.',
    alreadyRegistered: 'You already have a passkey on this device.',
    refused: 'The details you entered were not accepted. Check them and try again.',
    failed: 'The passkey could not be used. Try again or choose another sign-in method.',
    unsupported:
      'This browser does not support passkeys. Choose another sign-in method or use a newer browser.',
    noScript: 'Passkeys require JavaScript. Enable JavaScript or choose another sign-in method.',
  },
  verify: {
    title: 'Confirm that it is you',
    totp: 'Enter the code that your authenticator app shows for this site.',
    recoveryCode: 'Enter one of your recovery codes.',
    orRecoveryCode: 'Without your app, enter one of your recovery codes.',
    code: 'Code',
    passkey: 'Use a passkey',
    stepUp: 'You are about to do something that needs more security.',
    failed: 'This code is wrong or was used before. Wait for the next one and try again.',
    trustDevice: (days) => `Do not ask on this device for ${days} days`,
    button: 'Continue',
  },
  interruptedForm: {
    title: 'Continue where you left off',
    body: 'Thank you. What you entered was kept. Send it now, or go back without sending it.',
    button: 'Continue',
    lostTitle: 'Please fill in the form again',
    lost: 'What you entered was not kept, has expired, or was already sent. Nothing was sent again.',
    back: 'Go back',
  },
  enroll: {
    title: 'Set up two-step sign-in',
    scan: 'Scan this QR code with an authenticator app.',
    qr: 'QR code with the key for an authenticator app',
    secret: 'If you cannot scan it, enter this key in the app:',
    confirm: 'Enter the code that the app shows.',
    failed: 'This code is wrong. Check the time on your device, wait for the next code and try again.',
    button: 'Continue',
  },
  recoveryCodes: {
    title: 'Your recovery codes',
    keep:
      'Keep these codes in a safe place. Without your authenticator app, each of them signs you in once. ' +
      'They are shown only now.',
    left: (count) =>
      count === '0'
        ? 'You have no recovery codes left. Create new ones in your account.'
        : `You have ${count} recovery ${count === '1' ? 'code' : 'codes'} left. Create new ones in your account.`,
    button: 'Continue',
  },
  verifyRequest: {
    title: 'Check your e-mail',
    body:
      'A sign-in link is on its way to you. Open it in this browser. ' +
      'If it does not arrive, check your spam folder.',
    phoneTitle: 'Check your phone',
    sent: (address) =>
      `A code is on its way to ${address}. Enter it here within 10 minutes, in this browser.`,
    orLink: 'You can also open the link in the e-mail.',
    code: 'Code',
    button: 'Sign in',
    failed: 'This code is wrong or has expired. Try again, or request another one.',
    again: 'Send another code',
  },
  confirmLink: {
    title: 'Sign in',
    body: (email) => `This link signs you in as ${email}. Continue only if you requested it.`,
    button: 'Sign in',
  },
  signUp: {
    title: 'Create an account',
    linked: (email) => `Your address ${email} is confirmed. Choose a password.`,
    lost: 'This link or code is no longer valid. Please start again.',
    button: 'Create account',
    signIn: 'I already have an account',
  },
  confirmSignUp: {
    title: 'Confirm your address',
    body: (email) => `Enter the code from the e-mail to ${email}.`,
    code: 'Code',
    failed: 'This code is wrong or has expired. Try again, or request another one.',
    button: 'Create account',
    again: 'Use another address, or request another code',
  },
  resetRequest: {
    title: 'Reset your password',
    body: 'Enter your e-mail address. We will send you a link to choose a new password.',
    button: 'Send link',
    lost: 'This link has expired or was already used. Request another one.',
    back: 'Back to sign-in',
  },
  resetSent: {
    title: 'Check your e-mail',
    body:
      'An e-mail is on its way to you. Open its link within an hour. ' +
      'If it does not arrive, check your spam folder.',
  },
  verifyAddress: {
    title: 'Confirm your address',
    body: (email) => `Enter the code from the e-mail to ${email}.`,
    code: 'Code',
    failed: 'This code is wrong or has expired. Try again, or request another one.',
    button: 'Continue',
    again: 'Sign in again to get another code',
  },
  newPassword: {
    title: 'Choose a new password',
    required: 'You need a new password before you can continue.',
    label: 'New password',
    hint: (length) => `Use at least ${length} characters. A few random words work well.`,
    button: 'Save password',
    done: 'Your password has been changed. Sign in with it.',
    rejected: {
      short: 'This password is too short. Choose a longer one.',
      long: 'This password is too long. Choose a shorter one.',
      common: 'This password is too common. Choose one that is harder to guess.',
      breached: 'This password appeared in a data breach on another site. Choose a different one.',
      contextWord:
        'This password is too similar to your details or to the name of this site. Choose another one.',
      same: 'This is your current password. Choose a different one.',
    },
  },
  confirmAddress: {
    title: 'Confirm your address',
    current: (email) => `Your account will no longer use ${email}. Continue only if you requested this.`,
    newAddress: (email) => `Your account will use ${email}. Continue only if you requested this.`,
    button: 'Confirm',
  },
  addressConfirmed: {
    title: 'Thank you',
    changed: 'Your e-mail address has been changed.',
    waitsForCurrent: 'Now confirm the change in the e-mail that we sent to your current address.',
    waitsForNew: 'Now confirm the change in the e-mail that we sent to your new address.',
  },
  error: {
    reference: 'If the problem persists, contact the site owner and quote this reference:',
    signIn: 'Sign in again',
    home: 'Go to the home page',
  },
  errors: {
    AccessDenied: {
      title: 'Access denied',
      body: 'Your account does not have access to this site. Try another account or contact the site owner.',
    },
    BadRequest: {
      title: 'Invalid request',
      body: 'The request could not be processed. Go back and try again.',
    },
    Configuration: {
      title: 'Something went wrong',
      body: 'Your request could not be completed. Please try again. If it fails again, wait a few minutes.',
    },
    Default: { title: 'Something went wrong', body: 'Please try again.' },
    MethodNotAllowed: {
      title: 'Page not available',
      body: 'This page cannot be opened directly. Start from the home page.',
    },
    PayloadTooLarge: {
      title: 'Form too large',
      body: 'The form contains too much data. Shorten your input and try again.',
    },
    ServiceUnavailable: {
      title: 'Not available at the moment',
      body: 'Wait a few seconds, then try again or choose another sign-in method.',
    },
    SignOutError: {
      title: 'Signed out in this browser',
      body:
        'The server could not end your session everywhere. ' +
        'If someone copied it, the copy may stay signed in until it expires.',
    },
    TooManyRequests: { title: 'Too many attempts', body: 'Please wait 15 minutes and try again.' },
    UnknownAction: { title: 'Page not found', body: 'This page does not exist. Start from the home page.' },
    UnsupportedMediaType: {
      title: 'Invalid request',
      body: 'The form was sent in an unsupported format. Go back and try again.',
    },
    Verification: {
      title: 'This link is no longer valid',
      body: 'It has expired or was already used. Sign in again to get a new link.',
    },
    WebAuthnVerificationError: {
      title: 'Passkey not accepted',
      body: 'Try again or choose another sign-in method.',
    },
  },
  account: accountTexts,
  mail: {
    subject: (host) => `Sign in to ${host}`,
    title: (host) => `Sign in to ${host}`,
    button: 'Sign in',
    ignore: 'If you did not request this e-mail, you can safely ignore it.',
    enterCode:
      'Enter this code on the page that asked for it. Do not share it with anyone: we never ask you for it.',
    orLink: 'Or use this link instead:',
    expires: (duration) => `It expires in ${duration}.`,
    signUp: {
      subject: (host) => `Confirm your e-mail address for ${host}`,
      title: 'Confirm your e-mail address',
      body: (host) => `Confirm your e-mail address to create your account at ${host}.`,
      button: 'Confirm address',
    },
    accountExists: {
      subject: (host) => `You already have an account at ${host}`,
      title: 'You already have an account',
      body: (host) =>
        `Someone tried to create an account at ${host} with your e-mail address, which already has one. ` +
        'If it was you, sign in instead.',
      button: 'Sign in',
      reset: 'Forgot your password?',
    },
    reset: {
      subject: (host) => `Reset your password for ${host}`,
      title: 'Reset your password',
      body: (host) => `Choose a new password for your account at ${host}.`,
      button: 'Choose a new password',
      ignore: 'If you did not request this e-mail, ignore it. Your password stays the same.',
    },
    noAccount: {
      subject: (host) => `Your request to ${host}`,
      title: 'There is no account with this address',
      body: (host) =>
        `A new password was requested for your e-mail address, but it has no account at ${host}. ` +
        'You may have signed up with another address.',
      button: 'Create an account',
    },
    verifyAddress: {
      subject: (host) => `Confirm your e-mail address for ${host}`,
      title: 'Confirm your e-mail address',
      body: (host) => `Confirm the e-mail address of your account at ${host}.`,
      button: 'Confirm address',
    },
    changeAddress: {
      subject: (host) => `Confirm your new e-mail address for ${host}`,
      title: 'Confirm your new e-mail address',
      body: (host) => `Confirm that your account at ${host} can use this e-mail address.`,
      button: 'Confirm address',
    },
    confirmChange: {
      subject: (host) => `Confirm the change of your e-mail address for ${host}`,
      title: 'Confirm the change of your e-mail address',
      body: (host) => `A new e-mail address was requested for your account at ${host}.`,
      newAddress: (email) => `The new address is ${email}.`,
      button: 'Confirm the change',
      warning:
        'If you did not request this, do not confirm it. Sign in, and change your password and end other sessions.',
    },
    addressInUse: {
      subject: (host) => `Your e-mail address at ${host}`,
      title: 'This address already has an account',
      body: (host) =>
        `Someone tried to add your e-mail address to another account at ${host}. Nothing was changed.`,
    },
    notice: {
      titles: {
        accountLinked: 'A new sign-in method was added to your account',
        accountUnlinked: 'A sign-in method was removed from your account',
        addressChanged: 'The e-mail address of your account was changed',
        passkeyAdded: 'A passkey was added to your account',
        passkeyRemoved: 'A passkey was removed from your account',
        passwordChanged: 'Your password was changed',
        passwordRemoved: 'Your password was removed',
        passwordReset: 'Your password was reset',
        passwordSet: 'A password was added to your account',
        recoveryCodeUsed: 'A recovery code was used for your account',
        recoveryCodesReplaced: 'Your recovery codes were replaced',
        secondFactorAdded: 'Two-step sign-in was turned on or extended',
        secondFactorRemoved: 'Two-step sign-in was turned off',
        sessionsRevoked: 'You were signed out on all devices',
        userDeleted: 'Your account was deleted',
      },
      body: (host) => `This e-mail is about your account at ${host}. If you made this change, you are done.`,
      time: (time) => `Time: ${time}`,
      device: (device) => `Device: ${device}`,
      provider: (name) => `Sign-in method: ${name}`,
      codesLeft: (count) => `Recovery codes left: ${count}`,
      warning:
        'If it was not you, sign in now, sign out all other devices, and change how you sign in. ' +
        'If you cannot sign in, contact the site owner.',
      button: 'Check your account',
      resetWarning:
        'If it was not you, reset your password now, which also signs you out on all devices. ' +
        'If you cannot sign in afterwards, contact the site owner.',
      resetButton: 'Reset your password',
    },
  },
}

type SignInErrorType = keyof Texts['signInErrors']

/** Other names of the same errors, to which existing applications link. */
const aliases: Readonly<Record<string, SignInErrorType>> = {
  Callback: 'OAuthCallbackError',
  EmailCreateAccount: 'OAuthCallbackError',
  EmailSignin: 'EmailSignInError',
  OAuthCreateAccount: 'OAuthCallbackError',
  OAuthSignin: 'OAuthCallbackError',
  Signin: 'OAuthCallbackError',
}

/** Returns the sign-in page's message for an error type in the URL, which can be any text. */
export function signInError({ signInErrors, webauthn }: Texts, type: string): string {
  if (type === 'MissingScript') return webauthn.noScript
  const name = Object.hasOwn(aliases, type) ? (aliases[type] as SignInErrorType) : type
  return Object.hasOwn(signInErrors, name) ? signInErrors[name as SignInErrorType] : signInErrors.Default
}

/** Returns the error page's text for an error type in the URL, which can be any text. */
export function errorText({ errors }: Texts, type: string): ErrorText {
  return Object.hasOwn(errors, type) ? errors[type as keyof Texts['errors']] : errors.Default
}
