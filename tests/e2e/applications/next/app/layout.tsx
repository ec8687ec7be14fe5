import { SessionProvider } from 'latchkey/react'
import type { Metadata, Viewport } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Logo } from '@/app/logo'
import { auth } from '@/auth'
import '@/app/styles.css'

export const metadata: Metadata = {
  title: { default: 'Latchkey · Next.js example', template: '%s · Latchkey example' },
  description: 'Sign in with a provider, a passkey, an e-mail link or a password, and view protected pages.',
}

export const viewport: Viewport = { colorScheme: 'light dark' }

/**
 * Waits for the session: components in the browser have it immediately, and pages are sent as
 * complete HTML.
 */
export const instant = false

/** With `npm start -- --processes 4`: says which process responded. */
function Process() {
  const { PROCESS } = process.env
  return PROCESS && <p>Process {PROCESS} responded.</p>
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <a className="skip" href="#content">
          Skip to content
        </a>
        <header className="top">
          <Link className="brand" href="/">
            <Logo />
            Latchkey
          </Link>
          <nav aria-label="Pages">
            {/* Not prefetched: for signed-out users this link redirects to the sign-in page. */}
            <Link href="/account" prefetch={false}>
              Account
            </Link>
            <Link href="/profile" prefetch={false}>
              Profile
            </Link>
            <Link href="/provider-api" prefetch={false}>
              API
            </Link>
          </nav>
        </header>
        <main id="content">
          <SessionProvider session={await auth()}>{children}</SessionProvider>
        </main>
        <footer className="foot">
          <Process />
          <p>This is the Next.js example of Latchkey. Built-in pages and endpoints:</p>
          <ul>
            <li>
              <a href="/api/auth/signin">sign-in page</a>
            </li>
            <li>
              <a href="/api/auth/signout">sign-out page</a>
            </li>
            <li>
              <a href="/api/auth/session">session endpoint</a>
            </li>
          </ul>
        </footer>
      </body>
    </html>
  )
}
