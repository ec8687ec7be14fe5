import { LoginForm } from './login-form'

export default async function Login({ searchParams }: { searchParams: Promise<{ callbackUrl?: string }> }) {
  const { callbackUrl = '/account' } = await searchParams
  return <LoginForm callbackUrl={callbackUrl} />
}
