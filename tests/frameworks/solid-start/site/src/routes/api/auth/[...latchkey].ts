import type { APIEvent } from '@solidjs/start/server'
import { latchkey, plain, variant } from '../../../auth.ts'

/** Only one variant has other endpoints. */
const handlers = () => (variant() === 'tokens' ? latchkey() : plain)

export const GET = (event: APIEvent) => handlers().GET(event)
export const POST = (event: APIEvent) => handlers().POST(event)
