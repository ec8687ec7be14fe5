export { default } from './microsoft-entra-id.ts'
