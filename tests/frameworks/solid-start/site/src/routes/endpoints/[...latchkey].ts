import { prefixed } from '../../auth.ts'

export const { GET, POST } = prefixed
