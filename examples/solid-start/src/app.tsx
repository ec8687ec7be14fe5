import { action, createAsync, query, Route, Router } from '@solidjs/router'
import { Suspense } from 'solid-js'
import { auth, signIn, signOut } from './auth'

const getName = query(async () => {
  'use server'
  const session = await auth()
  if (!session?.user) throw await signIn(undefined, { redirectTo: '/account' })
  return session.user.name ?? session.user.email
}, 'name')

const signInWithGitHub = action(async () => {
  'use server'
  await signIn('github', { redirectTo: '/account' })
}, 'signInWithGitHub')

const signOutHere = action(async () => {
  'use server'
  await signOut({ redirectTo: '/' })
}, 'signOutHere')

export default function App() {
  return (
    <Router root={(props) => <Suspense>{props.children}</Suspense>}>
      <Route path="/" component={Home} />
      <Route path="/account" component={Account} />
    </Router>
  )
}

function Home() {
  return (
    <form action={signInWithGitHub} method="post">
      <h1>My app</h1>
      <button type="submit">Sign in with GitHub</button>
    </form>
  )
}

function Account() {
  const name = createAsync(() => getName(), { deferStream: true })
  return (
    <form action={signOutHere} method="post">
      <h1>Your account</h1>
      <p>You are signed in as {name()}.</p>
      <button type="submit">Sign out</button>
    </form>
  )
}
