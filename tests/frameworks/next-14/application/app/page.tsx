import { ShownSession } from './session'

/** Reads the session twice. */
export default function Page() {
  return (
    <main>
      <ShownSession />
      <ShownSession />
    </main>
  )
}
