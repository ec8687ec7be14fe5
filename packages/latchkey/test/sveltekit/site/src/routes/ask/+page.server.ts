import { signIn } from '../../auth.ts'

/** Leads who is signed out to the sign-in page, and back. */
export const load = async (event) => {
  if (!(await event.locals.auth())) await signIn(event)
}
