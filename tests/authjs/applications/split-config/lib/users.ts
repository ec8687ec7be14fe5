import { scryptSync, timingSafeEqual } from 'node:crypto'

export type Plan = 'free' | 'pro'

interface StoredUser {
  id: string
  name: string
  email: string
  plan: Plan
  passwordHash: Buffer
}

const SALT = 'a salt for all users of the demo'

const users: StoredUser[] = [
  { id: '410544b2', name: 'Ada', email: 'ada@example.com', plan: 'pro', passwordHash: hash('analytical') },
  { id: '9ec739f9', name: 'Grace', email: 'grace@example.com', plan: 'free', passwordHash: hash('compiler') },
]

export async function verifyPassword(email: string, password: string) {
  const user = users.find((candidate) => candidate.email === email)
  if (!user || !timingSafeEqual(user.passwordHash, hash(password))) return null
  const { passwordHash, ...safe } = user
  return safe
}

function hash(password: string): Buffer {
  return scryptSync(password, SALT, 32)
}
