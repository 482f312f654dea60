import writeStandalone from 'ajv/dist/standalone/index.js'
import type { Plugin } from 'vite'
import { createCompiler, plainSchema } from '../../src/main/config/read/compile-shape.ts'

/** The check of a configuration's shape as code, which each start would have to compile otherwise. */
export function compileShapes(): Plugin {
  let isMade = false
  return {
    name: 'compile-shapes',
    load: {
      filter: { id: /[\\/]src[\\/]main[\\/]config[\\/]read[\\/]compiled-shape\.ts$/ },
      handler() {
        isMade = true
        const compiler = createCompiler('all', { source: true, esm: true })
        const code = writeStandalone(compiler, compiler.compile(plainSchema()))
        const imported = code.replace(
          /const (\w+) = require\("(ajv\/dist\/runtime\/\w+)"\)\.default;/g,
          "import $1Module from '$2.js'; const $1 = $1Module.default;",
        )
        if (imported.includes('require(')) throw new Error('The compiled schema needs something unknown.')
        return { code: `${imported}\nexport const compiledShapes = { all: validate }`, moduleType: 'js' }
      },
    },
    // Without it everything works, only slower.
    generateBundle() {
      if (!isMade) throw new Error('The module that the compiled schema stands in for is somewhere else now.')
    },
  }
}
