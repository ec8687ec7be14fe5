import { Meta, MetaProvider, Title } from '@solidjs/meta'
import { Router } from '@solidjs/router'
import { FileRoutes } from '@solidjs/start/router'
import { type ParentProps, Suspense } from 'solid-js'
import { Logo } from './logo'
import { SessionProvider } from './session'
import './styles.css'

export default function App() {
  return (
    <Router root={Layout}>
      <FileRoutes />
    </Router>
  )
}

function Layout(props: ParentProps) {
  return (
    <MetaProvider>
      <Title>Latchkey · SolidStart example</Title>
      <Meta
        name="description"
        content="Sign in with a provider, a passkey, an e-mail link or a password, and view protected pages."
      />
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href="/">
          <Logo />
          Latchkey
        </a>
        <nav aria-label="Pages">
          <a href="/account">Account</a>
          <a href="/profile">Profile</a>
          <a href="/provider-api">API</a>
        </nav>
      </header>
      <main id="content">
        <Suspense>
          <SessionProvider>{props.children}</SessionProvider>
        </Suspense>
      </main>
      <footer class="foot">
        <p>This is the SolidStart example of Latchkey. Built-in pages and endpoints:</p>
        {/* `external`: these pages are not part of the router. */}
        <ul>
          <li>
            <a href="/api/auth/signin" rel="external">
              sign-in page
            </a>
          </li>
          <li>
            <a href="/api/auth/signout" rel="external">
              sign-out page
            </a>
          </li>
          <li>
            <a href="/api/auth/session" rel="external">
              session endpoint
            </a>
          </li>
        </ul>
      </footer>
    </MetaProvider>
  )
}
