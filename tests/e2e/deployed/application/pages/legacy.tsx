import { getToken } from 'latchkey/jwt'
import type { GetServerSideProps } from 'next'

export const getServerSideProps: GetServerSideProps<{ name: string | null }> = async ({ req }) => {
  const token = await getToken({ req, secret: process.env.AUTH_SECRET, secureCookie: true })
  return { props: { name: token?.name ?? null } }
}

export default function Legacy({ name }: { name: string | null }) {
  return <p>{name === null ? 'Signed out' : `Legacy page of ${name}`}</p>
}
