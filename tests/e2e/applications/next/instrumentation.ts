/** Next.js calls this function once, when the server starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { createDemoAccount } = await import('@/demo-account')
  await createDemoAccount()
}
