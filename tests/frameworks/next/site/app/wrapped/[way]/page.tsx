import { Session } from '../../session'

export const instant = false

export default function WrappedPage() {
  return <Session />
}
