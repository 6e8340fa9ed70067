import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { version } from './package.json'
import { serviceWorker } from './scripts/lib/service-worker-plugin'
import { webHash } from './scripts/lib/web-hash-plugin'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const alias = { '@shared': at('./shared'), '@renderer': at('./renderer') }

export default defineConfig({
  main: {
    resolve: { alias },
    build: {
      outDir: 'out/main',
      // Everything is bundled: the packed app carries no node_modules.
      externalizeDeps: false,
      // CommonJS runs before Electron is ready; an ES module may run after, too late for the sandbox and the scheme.
      lib: { entry: at('./electron/main.ts'), formats: ['cjs'] },
      rollupOptions: { output: { entryFileNames: 'main.cjs' } },
    },
  },
  preload: {
    resolve: { alias },
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      // A sandboxed preload cannot load ES modules: one CommonJS file.
      lib: { entry: at('./electron/preload.ts'), formats: ['cjs'] },
      rollupOptions: { output: { entryFileNames: 'preload.cjs' } },
    },
  },
  renderer: {
    root: at('./renderer'),
    resolve: { alias },
    define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
    plugins: [react(), tailwindcss(), serviceWorker(at('./renderer/service-worker/service-worker.ts')), webHash()],
    worker: { format: 'es' },
    build: {
      outDir: at('./out/renderer'),
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      // An inlined font or picture is a data: address, which the page's policy refuses for fonts.
      assetsInlineLimit: 0,
      // The same files are served to browsers: size counts.
      minify: 'oxc',
      cssMinify: true,
      rollupOptions: { input: at('./renderer/index.html') },
    },
  },
})
