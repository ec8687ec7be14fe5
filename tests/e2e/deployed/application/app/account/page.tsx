import { auth } from '../../auth'

export default async function Account() {
  const session = await auth()
  return <p>Account of {session?.user?.name}</p>
}
