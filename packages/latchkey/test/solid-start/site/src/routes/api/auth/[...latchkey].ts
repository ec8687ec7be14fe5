import { plain } from '../../../auth.ts'

export const { GET, POST } = plain
