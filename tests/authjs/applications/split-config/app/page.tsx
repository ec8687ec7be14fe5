import Link from 'next/link'

export default function Home() {
  return (
    <main>
      <h1>Invoices</h1>
      <Link href="/login">Log in</Link>
    </main>
  )
}
