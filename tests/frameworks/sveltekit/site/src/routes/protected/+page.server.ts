import { signIn } from '../../auth.ts'

/** Redirects signed-out visitors to the sign-in page, with this page as the callback URL. */
export const load = async (event) => {
  if (!(await event.locals.auth())) await signIn(event)
}
