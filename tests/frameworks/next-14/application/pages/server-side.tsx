import type { GetServerSideProps } from 'next'
import { auth } from '../auth'

export const getServerSideProps: GetServerSideProps = async (context) => ({
  props: { session: await auth(context) },
})

export default function ServerSide({ session }: { session: unknown }) {
  return <pre>{JSON.stringify(session)}</pre>
}
