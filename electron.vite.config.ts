import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

// Main must also run on Node 20.18 / Electron 33, the runtime that tests can always have (R8.3).
export default defineConfig({
  main: {
    build: {
      target: 'node20.18',
      outDir: 'out/main',
      rollupOptions: {
        input: { index: resolve('src/main/index.ts'), cli: resolve('src/main/cli.ts') },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: 'node20.18',
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve('src/preload/index.ts') },
        // A sandboxed preload must be one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    base: './',
    plugins: [react(), tailwindcss()],
    resolve: {
      // @rjsf/core imports it for its own tests; it compiles with `new Function`, which our CSP forbids.
      alias: { '@rjsf/validator-ajv8': resolve('src/renderer/ui/form-validator.ts') },
    },
    build: {
      target: 'chrome130',
      outDir: resolve('out/renderer'),
      minify: true,
      chunkSizeWarningLimit: 2500,
      rollupOptions: { input: { index: resolve('src/renderer/index.html') } },
    },
  },
})
