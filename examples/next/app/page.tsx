import { signIn } from '../auth'

export default function HomePage() {
  return (
    <form action={signInWithGitHub}>
      <h1>My app</h1>
      <button type="submit">Sign in with GitHub</button>
    </form>
  )
}

async function signInWithGitHub() {
  'use server'
  await signIn('github', { redirectTo: '/account' })
}
