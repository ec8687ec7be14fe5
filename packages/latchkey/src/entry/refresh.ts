export { type RefreshOptions, refreshOnce } from '../user/refresh-once.ts'
