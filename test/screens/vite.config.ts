import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** `npx vite test/screens`: every screen over services in memory. */
export default defineConfig({
  root: at('.'),
  resolve: { alias: { '@shared': at('../../shared'), '@renderer': at('../../renderer') } },
  plugins: [react(), tailwindcss()],
  worker: { format: 'es' },
  server: { host: '127.0.0.1', fs: { allow: [at('../..')] } },
})
