import { auth, lazy, noSecret, signIn, signOut, unstable_update, untrusted } from '@/auth'

const RIGHT = { email: 'ann@example.com', password: 'right' }
const WRONG = { email: 'bob@example.com', password: 'wrong' }
const STAY = { redirect: false } as const

/** A user whom the scenarios of the other actions do not know. */
const as = (email: string) => ({ email: `${email}@example.com`, password: 'right' })

export const ACTIONS: Record<string, (form: FormData) => Promise<unknown>> = {
  'signIn with a form': (form) => signIn('credentials', form),
  'signIn with a form, redirect false': (form) => signIn('credentials', form),
  'signIn with a password': () => signIn('credentials', RIGHT),
  'signIn with a password, redirectTo': () => signIn('credentials', { ...RIGHT, redirectTo: '/after?tab=1' }),
  'signIn with a password, redirectTo a URL': () =>
    signIn('credentials', { ...RIGHT, redirectTo: 'http://localhost/after' }),
  'signIn with a password, redirectTo another origin': () =>
    signIn('credentials', { ...RIGHT, redirectTo: 'https://other.test/after' }),
  'signIn with a password, redirect false': () =>
    signIn('credentials', { ...RIGHT, ...STAY, redirectTo: '/after' }),
  'signIn with more fields': () => signIn('credentials', { ...RIGHT, remember: true, otp: 123456, ...STAY }),
  'signIn with a wrong password': () => signIn('credentials', WRONG),
  'signIn with a wrong password, redirect false': () => signIn('credentials', { ...WRONG, ...STAY }),
  'signIn with a code': () => signIn('credentials', as('locked')),
  'signIn with a code, redirect false': () => signIn('credentials', { ...as('locked'), ...STAY }),
  'signIn while authorize throws': () => signIn('credentials', as('fault')),
  'signIn while authorize throws, redirect false': () => signIn('credentials', { ...as('fault'), ...STAY }),
  'signIn of a denied user': () => signIn('credentials', as('denied')),
  'signIn of a denied user, redirect false': () => signIn('credentials', { ...as('denied'), ...STAY }),
  'signIn of a user who is sent elsewhere': () => signIn('credentials', as('elsewhere')),
  'signIn of a user who is sent elsewhere, redirect false': () =>
    signIn('credentials', { ...as('elsewhere'), ...STAY }),
  'signIn without credentials': () => signIn('credentials'),
  'signIn without a provider': () => signIn(),
  'signIn without a provider, redirectTo': () => signIn(undefined, { redirectTo: '/after' }),
  'signIn without a provider, redirect false': () => signIn(undefined, STAY),
  'signIn with an unknown provider': () => signIn('nobody'),
  'signIn with an unknown provider, redirectTo': () => signIn('nobody', { redirectTo: '/after' }),
  'signIn with an unknown provider, redirect false': () => signIn('nobody', STAY),
  'signIn with a provider': () => signIn('idp'),
  'signIn with a provider, redirectTo': () => signIn('idp', { redirectTo: '/after' }),
  'signIn with a provider, redirect false': () => signIn('idp', STAY),
  'signIn with a provider, parameters': () =>
    signIn('idp', { redirectTo: '/after' }, { prompt: 'login', login_hint: 'ann' }),
  'signIn with a provider, parameters as text': () => signIn('idp', {}, 'prompt=login'),
  'signIn with a provider, a form': (form) => signIn('idp', form),
  'signIn with a provider without a client id': () => signIn('github'),
  'signIn with a provider without a client id, redirect false': () => signIn('github', STAY),
  'signIn with an e-mail': () => signIn('mail', { email: 'ann@example.com' }),
  'signIn with an e-mail, redirectTo': () =>
    signIn('mail', { email: 'ann2@example.com', redirectTo: '/after' }),
  'signIn with an e-mail, redirect false': () => signIn('mail', { email: 'ann3@example.com', ...STAY }),
  'signIn with an e-mail of a denied user': () => signIn('mail', { email: 'denied@example.com' }),
  'signIn with an e-mail of a denied user, redirect false': () =>
    signIn('mail', { email: 'denied@example.com', ...STAY }),
  'signIn with an e-mail that cannot be sent': () => signIn('mail', { email: 'bounce@example.com' }),
  'signIn with an e-mail that cannot be sent, redirect false': () =>
    signIn('mail', { email: 'bounce@example.com', ...STAY }),
  'signIn with an e-mail, no address': () => signIn('mail', {}),
  'signIn without a secret': () => noSecret.signIn('credentials', RIGHT),
  'signIn without a secret, redirect false': () => noSecret.signIn('credentials', { ...RIGHT, ...STAY }),
  'signIn without a secret, a provider': () => noSecret.signIn('idp'),
  'signIn on a host that is not trusted': () => untrusted.signIn('credentials', RIGHT),
  'signIn on a host that is not trusted, redirect false': () =>
    untrusted.signIn('credentials', { ...RIGHT, ...STAY }),
  'signIn with a configuration function': () => lazy.signIn('credentials', RIGHT),
  'signIn with a configuration function, a provider': () => lazy.signIn('idp', STAY),
  signOut: () => signOut(),
  'signOut, redirectTo': () => signOut({ redirectTo: '/bye?tab=1' }),
  'signOut, redirectTo another origin': () => signOut({ redirectTo: 'https://other.test/bye' }),
  'signOut, redirect false': () => signOut(STAY),
  'signOut, redirect false, redirectTo': () => signOut({ ...STAY, redirectTo: '/bye' }),
  'signOut without a secret': () => noSecret.signOut(),
  'signOut without a secret, redirect false': () => noSecret.signOut(STAY),
  'signOut on a host that is not trusted': () => untrusted.signOut(),
  'signOut with a configuration function': () => lazy.signOut(),
  update: () => unstable_update({ user: { name: 'Anna' } }),
  'update without a secret': () => noSecret.unstable_update({ user: { name: 'Anna' } }),
  'update on a host that is not trusted': () => untrusted.unstable_update({ user: { name: 'Anna' } }),
  'update with a configuration function': () => lazy.unstable_update({ user: { name: 'Anna' } }),
  auth: () => auth(),
  'auth without a secret': () => noSecret.auth(),
  'auth on a host that is not trusted': () => untrusted.auth(),
  'auth with a configuration function': () => lazy.auth(),
  'auth after signIn': async () => {
    await signIn('credentials', { ...RIGHT, ...STAY })
    return auth()
  },
  'auth after signOut': async () => {
    await signOut(STAY)
    return auth()
  },
}
