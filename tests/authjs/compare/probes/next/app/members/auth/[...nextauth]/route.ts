import { members } from '@/auth'

export const { GET, POST } = members.handlers
