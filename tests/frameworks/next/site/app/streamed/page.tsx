import { Suspense } from 'react'
import { Session } from '../session'

export default function Streamed() {
  return (
    <Suspense fallback={<p>One moment</p>}>
      <Session />
    </Suspense>
  )
}
