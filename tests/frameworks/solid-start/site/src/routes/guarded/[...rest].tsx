import { Session } from '../../session.tsx'

export default function Guarded() {
  return <Session />
}
