export const load = async ({ locals }) => {
  const [first, second] = await Promise.all([locals.auth(), locals.auth()])
  return { first, second }
}
