export type Role = 'admin' | 'member' | 'banned'
