import { auth } from '@/auth'

export default async function Invoices({ searchParams }: { searchParams: Promise<{ page?: string }> }) {
  const { page = '1' } = await searchParams
  const session = await auth()

  return (
    <main>
      <h1>
        Invoices of {session?.user.email}, page {page}
      </h1>
    </main>
  )
}
