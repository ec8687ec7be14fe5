export { GET, POST } from '@/app/seen/[...path]/route'
