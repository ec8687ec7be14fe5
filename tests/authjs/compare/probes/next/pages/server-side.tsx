import type { GetServerSideProps } from 'next'
import type { Session } from 'next-auth'
import { auth } from '../auth'
import { observed } from '../lib/outcome'

export const getServerSideProps: GetServerSideProps<{ session: Session | null }> = async (context) => ({
  props: { session: await observed(async () => auth(context)) },
})

export default function ServerSide({ session }: { session: Session | null }) {
  return <pre>{JSON.stringify(session)}</pre>
}
