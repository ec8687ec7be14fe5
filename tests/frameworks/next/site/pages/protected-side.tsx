import type { GetServerSideProps } from 'next'
import { protect } from '../auth'

export const getServerSideProps: GetServerSideProps<{ text?: string }> = async (context) => {
  const session = await protect(context, { within: 600 })
  return { props: session ? { text: JSON.stringify(session) } : {} }
}

export default function Page({ text }: { text?: string }) {
  return <pre>{text}</pre>
}
