import type { GetServerSideProps, InferGetServerSidePropsType } from 'next'
import type { Session } from 'next-auth'
import { auth } from '../auth'

export const getServerSideProps: GetServerSideProps<{ session: Session }> = async (context) => {
  const session = await auth(context)
  if (!session) {
    const destination = `/api/auth/signin?callbackUrl=${encodeURIComponent(context.resolvedUrl)}`
    return { redirect: { destination, permanent: false } }
  }
  return { props: { session } }
}

export default function Account(_: InferGetServerSidePropsType<typeof getServerSideProps>) {
  return <h1>Account</h1>
}
