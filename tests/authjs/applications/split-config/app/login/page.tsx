import { LoginForm } from './login-form'

export default async function LoginPage({
  searchParams,
}: {
  searchParams: Promise<{ callbackUrl?: string }>
}) {
  const { callbackUrl = '/dashboard' } = await searchParams

  return (
    <main>
      <h1>Log in</h1>
      <LoginForm callbackUrl={callbackUrl} />
    </main>
  )
}
