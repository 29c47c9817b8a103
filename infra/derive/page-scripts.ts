import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './places.ts'

/** A page script as browsers load it: one minified file with the library that it needs. */
export const pageScript = async (name: string): Promise<string> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join('functions', 'pages', 'browser', name)],
    bundle: true,
    minify: true,
    platform: 'browser',
    target: ['chrome100', 'safari16', 'firefox102'],
    format: name === 'door-worker.js' ? 'iife' : 'esm',
    // Loaded when the camera opens in a browser that cannot read codes itself.
    external: ['/scripts/*'],
    charset: 'ascii',
    legalComments: 'inline',
    write: false,
    logLevel: 'warning',
  })
  return outputFiles[0]?.text ?? ''
}
