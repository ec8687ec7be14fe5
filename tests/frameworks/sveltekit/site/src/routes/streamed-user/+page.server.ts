import { describeUser } from '../../user.ts'

/** Calls a method of the user after the response has started. */
export const load = async ({ locals, url }) => {
  const user = await locals.currentUser()
  const { searchParams } = url
  return {
    late: new Promise((resolve) => setTimeout(resolve, 150)).then(() => describeUser(user, searchParams)),
  }
}
