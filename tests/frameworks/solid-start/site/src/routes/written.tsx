import { createAsync, query, useSearchParams } from '@solidjs/router'
import { Show } from 'solid-js'
import { latchkey } from '../auth.ts'

const rename = query(async () => {
  'use server'
  await new Promise((resolve) => setTimeout(resolve, 300))
  return latchkey().update({ user: { name: 'Anna' } })
}, 'rename')

function Renamed(props: { deferStream: boolean }) {
  const session = createAsync(() => rename(), { deferStream: props.deferStream })
  return <pre>{JSON.stringify(session())}</pre>
}

/** Sets a cookie while it is rendered: before the response starts, or after. */
export default function Written() {
  const [search] = useSearchParams()
  return (
    <Show when={search.late} fallback={<Renamed deferStream={true} />}>
      <Renamed deferStream={false} />
    </Show>
  )
}
