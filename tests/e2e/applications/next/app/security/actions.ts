'use server'

import { redirect } from 'next/navigation'
import { currentUser, protect } from '@/auth'
import { changePassword } from '@/security'

/**
 * A user without a second factor sets one up on the library's page, which also shows the recovery
 * codes, and returns.
 */
export async function turnOn() {
  await protect({ secondFactor: true, page: '/security' })
  redirect('/security')
}

/** Ends the user's other sessions. This one continues. */
export async function changePasswordAction(form: FormData) {
  const user = await currentUser()
  const result = user && (await changePassword(user, form))
  redirect(`/security?password=${result}`)
}

// These actions need a recent sign-in. Without one, the library asks for it and leads back here.

export async function turnOff(form: FormData) {
  const user = await currentUser()
  await user?.secondFactor.remove(String(form.get('id')))
  redirect('/security')
}

export async function newRecoveryCodes(): Promise<readonly string[]> {
  const user = await currentUser()
  return user ? user.secondFactor.newRecoveryCodes() : []
}

export async function endSession(form: FormData) {
  const user = await currentUser()
  await user?.sessions.revoke(String(form.get('id')))
  redirect('/security')
}

export async function endOtherSessions() {
  const user = await currentUser()
  await user?.sessions.revokeOthers()
  redirect('/security')
}
