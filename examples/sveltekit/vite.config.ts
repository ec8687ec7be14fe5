import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig, loadEnv } from 'vite'

export default defineConfig(({ mode }) => {
  // Vite keeps what is in `.env` to itself; this hands the settings of the library on.
  Object.assign(process.env, loadEnv(mode, '.', 'AUTH_'))
  return { plugins: [sveltekit({ adapter: adapter() })] }
})
