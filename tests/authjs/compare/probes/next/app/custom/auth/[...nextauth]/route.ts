import { custom } from '@/auth'

export const { GET, POST } = custom.handlers
