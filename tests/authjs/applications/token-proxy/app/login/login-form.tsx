'use client'

import { useRouter } from 'next/navigation'
import { signIn } from 'next-auth/react'
import { type FormEvent, useState } from 'react'

export function LoginForm({ callbackUrl }: { callbackUrl: string }) {
  const router = useRouter()
  const [error, setError] = useState<string>()

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { username, password } = Object.fromEntries(new FormData(event.currentTarget))
    const result = await signIn('credentials', { username, password, redirect: false })
    if (result?.error) {
      setError(result.error === 'CredentialsSignin' ? 'Wrong username or password' : result.error)
      return
    }
    router.push(callbackUrl)
    router.refresh()
  }

  return (
    <form onSubmit={handleSubmit}>
      <input name="username" aria-label="Username" />
      <input name="password" type="password" aria-label="Password" />
      <button type="submit">Log in</button>
      {error && <p role="alert">{error}</p>}
    </form>
  )
}
