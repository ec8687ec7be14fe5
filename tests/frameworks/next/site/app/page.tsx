import { Session } from './session'

export const instant = false

/** Reads the session twice, as pages with several components do. */
export default function Home() {
  return (
    <>
      <Session />
      <Session />
    </>
  )
}
