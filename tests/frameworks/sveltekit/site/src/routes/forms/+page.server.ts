import { fail } from '@sveltejs/kit'
import { AuthError, CredentialsSignin } from 'latchkey/sveltekit'
import { removeAccess, revokeSessions, signIn, signOut, update } from '../../auth.ts'

const ann = { providerId: 'credentials', email: 'ann@example.com', password: 'right' }

export const load = async ({ locals }) => ({ pageSession: await locals.auth() })

export const actions = {
  signIn: async (event) => {
    try {
      return await signIn(event)
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      return fail(400, {
        type: error.type,
        code: error instanceof CredentialsSignin ? error.code : undefined,
      })
    }
  },
  // Reads the form before `signIn` does.
  readForm: async (event) => {
    await event.request.formData()
    return signIn(event)
  },
  // Reads the form and passes it on.
  passForm: async (event) => {
    const form = await event.request.formData()
    return signIn(event, form)
  },
  // Passes values that a form cannot contain.
  typed: async (event) => signIn(event, { ...ann, remember: true, otp: 123456, redirectTo: '/' }),
  object: async (event) => signIn(event, { ...ann, password: { $ne: null } }),
  signOut: async (event) => {
    const before = await event.locals.auth()
    const outcome = await signOut(event)
    return { ...outcome, before, after: await event.locals.auth() }
  },
  // Signs in while the session is read.
  race: async (event) => {
    const reading = event.locals.auth()
    const outcome = await signIn(event)
    await reading
    return outcome
  },
  rename: async ({ request }) => {
    const name = String((await request.formData()).get('name'))
    return { renamed: await update({ user: { name } }) }
  },
  revoke: async ({ request }) => revokeSessions(String((await request.formData()).get('userId'))),
  removeAccess: async ({ request }) => removeAccess(String((await request.formData()).get('userId'))),
  endOthers: async ({ request }) =>
    revokeSessions(String((await request.formData()).get('userId')), { except: 'current' }),
}
