/** The command line as the product ships it. */
import { build } from 'vite'

export async function bundle(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      outDir,
      emptyOutDir: true,
      ssr: 'src/main/cli.ts',
      target: 'node20.18',
      rollupOptions: { output: { format: 'es', entryFileNames: 'cli.js' } },
    },
  })
}
