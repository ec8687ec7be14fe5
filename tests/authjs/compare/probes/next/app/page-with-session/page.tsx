import type { Metadata } from 'next'
import { auth } from '@/auth'

export async function generateMetadata(): Promise<Metadata> {
  const session = await auth()
  return { title: `Page of ${session?.user?.email ?? 'a visitor'}` }
}

export default async function PageWithSession() {
  return <pre>{JSON.stringify(await auth())}</pre>
}
