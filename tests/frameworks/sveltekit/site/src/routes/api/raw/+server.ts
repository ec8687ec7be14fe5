/** Returns a custom response. */
export const GET = async ({ locals }) => {
  await locals.auth()
  return new Response(null, { status: 303, headers: { location: '/elsewhere' } })
}
