/**
 * Returns the session as a promise, and a second one that is read after the response has started.
 */
export const load = ({ locals }) => {
  const late = new Promise((resolve) => setTimeout(resolve, 150)).then(() => locals.auth())
  return { soon: locals.auth(), late }
}
