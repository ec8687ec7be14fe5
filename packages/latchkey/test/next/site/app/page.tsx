import { Session } from './session'

export const instant = false

/** Asks twice, as pages made of parts do. */
export default function Home() {
  return (
    <>
      <Session />
      <Session />
    </>
  )
}
