import { action, redirect } from '@solidjs/router'
import { currentUser, protect } from '../auth'
import { changePassword } from './read'

/**
 * A user without a second factor sets one up on the library's page, which also shows the recovery
 * codes, and returns.
 */
export const turnOn = action(async () => {
  'use server'
  await protect({ secondFactor: true, page: '/security' })
  throw redirect('/security')
}, 'turn-on')

/** Ends the user's other sessions. This one continues. */
export const changePasswordAction = action(async (form: URLSearchParams) => {
  'use server'
  const user = await currentUser()
  const result = user && (await changePassword(user, form))
  throw redirect(`/security?password=${result}`)
}, 'change-password')

// These actions need a recent sign-in. Without one, the library asks for it and leads back here.

export const turnOff = action(async (form: URLSearchParams) => {
  'use server'
  const user = await currentUser()
  await user?.secondFactor.remove(String(form.get('id')))
  throw redirect('/security')
}, 'turn-off')

export const newRecoveryCodes = action(async () => {
  'use server'
  const user = await currentUser()
  return user ? user.secondFactor.newRecoveryCodes() : []
}, 'new-recovery-codes')

export const endSession = action(async (form: URLSearchParams) => {
  'use server'
  const user = await currentUser()
  await user?.sessions.revoke(String(form.get('id')))
  throw redirect('/security')
}, 'end-session')

export const endOtherSessions = action(async () => {
  'use server'
  const user = await currentUser()
  await user?.sessions.revokeOthers()
  throw redirect('/security')
}, 'end-other-sessions')
