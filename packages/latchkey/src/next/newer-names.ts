import * as server from 'next/server.js'
import * as React from 'react'

// Names that Next.js 14 and React 18 do not export. They are looked up at runtime, because bundlers
// report the import of a missing name as an error.

const optionalCache: typeof React.cache | undefined = Reflect.get(React, 'cache')
const optionalConnection: typeof server.connection | undefined = Reflect.get(server, 'connection')

/**
 * React's `cache`. React 18 has it only for server components, so a proxy and the Pages Router do
 * without. They have no components that share a result either.
 */
export const cache: typeof React.cache = optionalCache ?? ((read) => read)

/**
 * Waits for a request while Next.js renders a page in advance. Next.js 14 lacks this function, and
 * renders no page in advance that reads headers.
 */
export const connection: () => Promise<void> = optionalConnection ?? (async () => {})
