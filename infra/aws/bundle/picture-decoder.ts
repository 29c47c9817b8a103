import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../../../functions/routes.ts'

/** Functions that decode pictures. */
export const pictureDomains: readonly string[] = routes
  .filter(({ rows }) => Object.values(rows).some(({ takesPictures }) => takesPictures))
  .map(({ domain }) => domain)

/** The largest permitted picture takes 600 megabytes, and the function itself 150. */
const pictureMemory = 1024

/** Megabytes of a function in a stage of that `memory`. */
export const memoryOf = (domain: string, memory: number): number =>
  pictureDomains.includes(domain) ? Math.max(memory, pictureMemory) : memory

/** The decoder's package. It is not bundled, because its WebAssembly is a file that it is loaded from. */
export const decoderPackage = '@imagemagick/magick-wasm'

/** Its files that run or that its licence requires. */
const files = ['package.json', 'LICENSE', 'NOTICE', 'dist/index.js', 'dist/x86/magick.wasm']

/** Copies the decoder beside a function's code, where imports find it as they do here. */
export const addPictureDecoder = (root: string, folder: string): void => {
  for (const name of files) {
    const path = join('node_modules', decoderPackage, name)
    cpSync(join(root, path), join(folder, path))
  }
}
