import type { Session } from 'latchkey/next'
import type { GetServerSideProps } from 'next'
import { auth } from '../auth'

export const getServerSideProps: GetServerSideProps<{ text: string }> = async (context) => {
  context.res.setHeader('Set-Cookie', 'own=1; Path=/')
  const session: Session | null = await auth(context)
  return { props: { text: JSON.stringify(session) } }
}

export default function Page({ text }: { text: string }) {
  return <pre>{text}</pre>
}
