import type { Metadata } from 'next'
import { SessionProvider } from 'next-auth/react'
import type { ReactNode } from 'react'
import { auth } from '@/auth'

export const metadata: Metadata = { title: 'Plans' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  const session = await auth()

  return (
    <html lang="en">
      <body>
        <SessionProvider session={session}>{children}</SessionProvider>
      </body>
    </html>
  )
}
