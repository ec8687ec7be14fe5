/** The session is promised and not waited for; and asked for when the page is on its way already. */
export const load = ({ locals }) => {
  const late = new Promise((resolve) => setTimeout(resolve, 150)).then(() => locals.auth())
  return { soon: locals.auth(), late }
}
