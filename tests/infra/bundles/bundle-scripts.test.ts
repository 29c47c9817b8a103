import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { afterEach, describe, expect, it } from 'vitest'
import { openBundle } from '../../../infra/aws/bundle/loader.ts'
import { quietBuiltins } from '../../../infra/aws/bundle/plugins.ts'
import { writeScripts } from '../../../infra/aws/bundle/script-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'quad-scripts-'))
let made = 0

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'quadCodeCache')
  rmSync(folder, { recursive: true, force: true })
})

/** Bundles modules as a function's are, the handler in `index.js`, and opens what becomes of them. */
const bundled = async (modules: Readonly<Record<string, string>>, apart = {}, plugins: Plugin[] = []) => {
  made += 1
  const place = join(folder, String(made))
  mkdirSync(place, { recursive: true })
  for (const [name, source] of Object.entries(modules)) writeFileSync(join(place, name), source)
  const built = await build({
    entryPoints: { index: join(place, 'index.js') },
    outdir: join(place, 'out'),
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    external: Object.keys(apart),
    plugins,
    metafile: true,
    write: false,
  })
  const start = await writeScripts(place, built, apart)
  const { load } = openBundle(place, start)
  return { place, ...(load('start') as { readonly handler: () => Promise<unknown> }) }
}

describe('the scripts of a bundle', () => {
  it('see what a variable of another module has become', async () => {
    const { handler } = await bundled({
      'index.js': `
        import { count, more } from './count.js'
        export const handler = async () => { more(); return [count, (await import('./later.js')).seen()] }`,
      'later.js':
        "import { count, more } from './count.js'; export const seen = () => { more(); return count }",
      'count.js': 'export let count = 0; export const more = () => { count += 1 }',
    })
    expect([await handler(), await handler()]).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  it('share each module, also one that was imported at the start and is imported again later', async () => {
    const { handler } = await bundled({
      'index.js': `
        import first from './one.js'
        export const handler = async () => {
          const [{ default: second }, { third }] = await Promise.all([import('./one.js'), import('./other.js')])
          return first === second && second === third
        }`,
      'one.js': 'export default { made: {} }',
      'other.js': "import one from './one.js'; export const third = one",
    })
    expect(await handler()).toBe(true)
  })

  it('need each other in a circle', async () => {
    const { handler } = await bundled({
      'index.js': "export const handler = async () => (await import('./even.js')).even(10)",
      'even.js': "import { odd } from './odd.js'; export const even = (n) => n === 0 || odd(n - 1)",
      'odd.js': "import { even } from './even.js'; export const odd = (n) => n !== 0 && even(n - 1)",
    })
    expect(await handler()).toBe(true)
  })

  it('know CommonJS, modules of Node, and the folder they lie in', async () => {
    const { place, handler } = await bundled({
      'index.js': `
        export const handler = async () => {
          const { default: old } = await import('./old.cjs')
          return [old.base('/a/b'), import.meta.dirname]
        }`,
      'old.cjs': "exports.base = (path) => require('path').basename(path)",
    })
    expect(await handler()).toEqual(['b', place])
  })

  it('know a module of Node by its names, and by its default, when it is imported later', async () => {
    const source = `
      export const handler = async () => {
        const [zlib, { promisify }] = await Promise.all([import('node:zlib'), import('util')])
        const packed = await promisify(zlib.gzip)('Quad')
        return [zlib.constants === zlib.default.constants, zlib.gunzipSync(packed).toString()]
      }`
    const { handler } = await bundled({ 'index.js': source }, {}, [quietBuiltins])
    expect(await handler()).toEqual([true, 'Quad'])
  })

  it('load one anew whose first attempt failed', async () => {
    const { handler } = await bundled({
      'index.js':
        "export const handler = () => import('./shaky.js').then(({ fine }) => fine, ({ message }) => message)",
      'shaky.js':
        "globalThis.quadTries = (globalThis.quadTries ?? 0) + 1; if (globalThis.quadTries < 2) throw new Error('not yet'); export const fine = true",
    })
    expect([await handler(), await handler()]).toEqual(['not yet', true])
    Reflect.deleteProperty(globalThis, 'quadTries')
  })

  it('take in what was bundled apart', async () => {
    const { handler } = await bundled(
      { 'index.js': "export const handler = async () => (await import('./apart.js')).there" },
      { './apart.js': 'export const there = 1' },
    )
    expect(await handler()).toBe(1)
  })

  it('are refused when one asks for its address, which a script has not', async () => {
    const asking = bundled({ 'index.js': 'export const handler = async () => import.meta.url' })
    await expect(asking).rejects.toThrow('start cannot be a script')
  })

  it('throw errors that say in which script', async () => {
    const { place, handler } = await bundled({
      'index.js': "export const handler = async () => { throw new Error('here') }",
    })
    const { stack } = (await handler().catch((error: Error) => error)) as Error
    expect(stack).toContain(`${place}/start-`)
  })
})
