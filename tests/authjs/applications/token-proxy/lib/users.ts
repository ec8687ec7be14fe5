import type { User } from 'next-auth'

const users: (User & { username: string; password: string })[] = [
  { id: '1', name: 'Ada', email: 'ada@example.com', plan: 'free', username: 'ada', password: 'analytical' },
  {
    id: '2',
    name: 'Grace',
    email: 'grace@example.com',
    plan: 'pro',
    username: 'grace',
    password: 'compiler',
  },
]

export function findUser(username: unknown, password: unknown): User | null {
  const found = users.find((user) => user.username === username && user.password === password)
  if (!found) return null
  return { id: found.id, name: found.name, email: found.email, plan: found.plan }
}
