import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { build, type Plugin } from 'vite'
import { compileShapes } from './resources/packaging/compile-shapes.ts'
import { collectNotices, findManifest, readManifest } from './resources/packaging/release/notices.ts'
import { readShipped } from './resources/packaging/release/shipped.ts'

const notices = collectNotices({ file: 'out/notices.json', shipped: readShipped('.') })

/**
 * `import … from 'node:http'` reads everything that the module has, and so loads a second client for HTTP that
 * nobody here uses; asked for it like this, Node does not.
 */
function readHttpLazily(): Plugin {
  return {
    name: 'read-http-lazily',
    renderChunk: (code) =>
      code.replace(
        /^import ?\{([^}]*)\} ?from ?"node:http";?$/gm,
        (_, names: string) =>
          `const {${names.replaceAll(' as ', ': ')}} = process.getBuiltinModule("node:http");`,
      ),
  }
}

/** The file server of the sample and of new workspaces, in one file: as a package it brings a hundred others. */
function bundleFileServer(): Plugin {
  const name = '@modelcontextprotocol/server-filesystem'
  return {
    name: 'bundle-file-server',
    async closeBundle() {
      const manifest = findManifest(name, import.meta.url)
      const folder = resolve('out/modules', name)
      await build({
        configFile: false,
        logLevel: 'error',
        plugins: [notices],
        ssr: { noExternal: true, target: 'node' },
        build: {
          ssr: join(dirname(manifest), 'dist/index.js'),
          outDir: join(folder, 'dist'),
          target: 'node20.18',
          minify: true,
          rollupOptions: { output: { entryFileNames: 'index.js' } },
        },
      })
      const { version } = readManifest(manifest)
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, type: 'module' }))
    },
  }
}

/** Whose updates this copy believes lies in the archive of an app, and not beside it. */
function buildInUpdates(): Plugin {
  return {
    name: 'build-in-updates',
    writeBundle() {
      const source = JSON.parse(readFileSync('resources/packaging/updates.json', 'utf8')) as {
        address: string | null
      }
      const address = process.env.COUNTERSIGN_UPDATE_URL || source.address
      writeFileSync('out/updates.json', JSON.stringify({ ...source, address }, null, 2))
    },
  }
}

// Main must also run on Node 20.18 / Electron 33, the runtime that tests can always have (R8.3).
export default defineConfig({
  main: {
    plugins: [notices, compileShapes(), readHttpLazily(), bundleFileServer(), buildInUpdates()],
    build: {
      target: 'node20.18',
      outDir: 'out/main',
      // All but two packages are built in: a third less to read and to parse at each start, and a fifth less memory. The
      // database is a native module, and `open` brings a program of its own.
      rollupOptions: {
        input: {
          index: resolve('src/main/index.ts'),
          cli: resolve('src/main/cli.ts'),
          // A thread is started from a file of its own.
          ...Object.fromEntries(
            globSync('src/main/**/*-worker.ts').map((file) => [basename(file, '.ts'), resolve(file)]),
          ),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // V8 keeps the source in memory: without its blanks and comments, but with names for the log.
          minify: { compress: true, mangle: false, codegen: true },
        },
      },
    },
  },
  preload: {
    plugins: [notices],
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
    plugins: [react(), tailwindcss(), notices],
    resolve: {
      // @rjsf/core imports it for its own tests; it compiles with `new Function`, which our CSP forbids.
      alias: { '@rjsf/validator-ajv8': resolve('src/renderer/ui/form/form-validator.ts') },
    },
    build: {
      target: 'chrome130',
      outDir: resolve('out/renderer'),
      minify: true,
      chunkSizeWarningLimit: 2500,
      rollupOptions: {
        input: { index: resolve('src/renderer/index.html') },
        // All that the first screen needs is one file: thirty small ones take longer, and wait for one another. What
        // asks the gateway is apart, and runs before that has been read.
        output: {
          codeSplitting: {
            groups: [
              { name: 'ahead', test: /renderer[\\/]ahead\.ts$/, priority: 1 },
              { name: 'desk', tags: ['$initial'] },
            ],
          },
        },
      },
    },
  },
})
