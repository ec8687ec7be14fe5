import { untrusted } from '@/auth'

export const { GET, POST } = untrusted.handlers
