import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin } from 'esbuild'
import { filesIn, root } from '../places.ts'
import { byLines } from './line-map.ts'

const folder = 'infra/client'

/** Removes comments, which would be a tenth of the download. Line numbers stay the same. */
const withoutComments: Plugin = {
  name: 'without-comments',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/^ *\/\*\*[\s\S]*?\*\/|^ *\/\/.*$/gm, (comment) =>
        '\n'.repeat(comment.split('\n').length - 1),
      ),
      loader: 'ts',
    }))
  },
}

/** The handwritten part as one modern JavaScript file, with its source map. */
const script = async (): Promise<ReadonlyMap<string, string>> => {
  const { outputFiles } = await build({
    entryPoints: [join(root, folder, 'index.ts')],
    outfile: join(root, 'sender.mjs'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    plugins: [withoutComments],
    sourcemap: true,
    sourceRoot: 'quad-client',
    write: false,
  })
  return new Map(
    outputFiles.map(({ path, text }) =>
      path.endsWith('.map') ? (['sender.mjs.map', byLines(text)] as const) : (['sender.mjs', text] as const),
    ),
  )
}

const options = [
  '--ignoreConfig',
  '--declaration',
  '--emitDeclarationOnly',
  '--strict',
  '--exactOptionalPropertyTypes',
  '--skipLibCheck',
  ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--types', ''],
  ...['--module', 'esnext', '--moduleResolution', 'bundler', '--rewriteRelativeImportExtensions'],
]

const declaredFiles = ['outcome', 'pages', 'or-throw']

/** The compiler's declarations of the part that programs use. */
const declared = async (): Promise<ReadonlyMap<string, string>> => {
  const out = mkdtempSync(join(tmpdir(), 'quad-client-types-'))
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const sources = declaredFiles.map((name) => join(root, folder, `${name}.ts`))
  try {
    await promisify(execFile)(process.execPath, [tsc, ...options, '--outDir', out, ...sources])
    return new Map(
      declaredFiles.map((name) => {
        const text = readFileSync(join(out, `${name}.d.ts`), 'utf8')
        return [`core/${name}.d.ts`, text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")] as const
      }),
    )
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

/** The compiled part of the client that does not depend on the operations. */
export const coreFiles = async (): Promise<ReadonlyMap<string, string>> => {
  if (filesIn(folder).length === 0) throw new Error(`nothing in ${folder}`)
  return new Map([...(await script()), ...(await declared())])
}
