import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig, loadEnv } from 'vite'

export default defineConfig(({ mode }) => {
  // Vite does not add variables from `.env` to `process.env`. This adds the settings of the
  // library.
  Object.assign(process.env, loadEnv(mode, '.', 'AUTH_'))
  return { plugins: [sveltekit({ adapter: adapter() })] }
})
