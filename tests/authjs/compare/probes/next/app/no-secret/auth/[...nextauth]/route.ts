import { noSecret } from '@/auth'

export const { GET, POST } = noSecret.handlers
