'use server'

import { AuthError } from 'next-auth'
import { signIn, signOut } from '@/auth'

export async function authenticate(_previous: string | undefined, formData: FormData) {
  try {
    const { email, password, remember, redirectTo } = Object.fromEntries(formData)
    await signIn('credentials', {
      email,
      password,
      remember: remember === 'on',
      redirectTo: typeof redirectTo === 'string' ? redirectTo : '/dashboard',
    })
  } catch (error) {
    if (error instanceof AuthError) {
      switch (error.type) {
        case 'CredentialsSignin':
          return 'Invalid credentials.'
        default:
          return 'Something went wrong.'
      }
    }
    throw error
  }
}

export async function leave() {
  await signOut({ redirectTo: '/' })
}
