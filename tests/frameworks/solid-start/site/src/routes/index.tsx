import { Session } from '../session.tsx'

export default function Home() {
  return <Session />
}
