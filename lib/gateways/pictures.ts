import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { type PictureKind, pictureLimits, pictureSides } from '../contract/picture.ts'
import { extensionOf, type ImageHeader, readImageHeader } from './image.ts'

/** One picture for the worker: its bytes and header, and the longest side of the result. */
export type PictureJob = {
  readonly bytes: Uint8Array
  readonly header: ImageHeader
  readonly side: number
  readonly maxPixels: number
  /** The compiled decoder. */
  readonly module: WebAssembly.Module
}

export type RenderedPicture = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: 'image/jpeg' | 'image/webp'
}

/** A picture to store. `extension` has no dot. */
export type StoredPicture = RenderedPicture & { readonly extension: string }

/** Limit on the processor time of one picture, in milliseconds. The largest permitted ones take up to 3500. */
const maxProcessorTime = 6000

// In a bundle, the worker is a file beside this one.
const workerFile = new URL(`./picture-worker${extname(import.meta.filename)}`, import.meta.url)

let compiled: Promise<WebAssembly.Module> | undefined

/** Compiled on the first picture, and once for all workers. */
const decoder = (): Promise<WebAssembly.Module> => {
  const file = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm')
  compiled ??= readFile(file).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}

/**
 * Decodes in a thread of its own: other requests go on, a slow picture can be stopped, and the thread's memory is
 * returned. It has no environment, and so no credentials.
 */
const runWorker = (job: PictureJob, processorTime: number): Promise<RenderedPicture | undefined> =>
  new Promise((resolve, reject) => {
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const worker = new Worker(workerFile, { workerData: job, env: {}, execArgv: [] })
    const stopWhenSlow = async (): Promise<void> => {
      const { user, system } = await worker.cpuUsage()
      if ((user + system) / 1000 <= processorTime) return
      resolve(undefined)
      await worker.terminate()
    }
    // A worker that has just ended has no usage.
    const timer = setInterval(() => void stopWhenSlow().catch(() => {}), 100)
    worker.on('message', resolve)
    worker.on('error', reject)
    worker.on('exit', () => {
      clearInterval(timer)
      reject(new Error('The picture worker ended without a result.'))
    })
  })

let last: Promise<unknown> = Promise.resolve()

/** One picture at a time, because each may need 600 MB. */
const runNext = (job: PictureJob, processorTime: number): Promise<RenderedPicture | undefined> => {
  const next = last.then(() => runWorker(job, processorTime))
  last = next.catch(() => {})
  return next
}

/**
 * Re-encodes an uploaded picture (rules/http 47–49): only its pixels remain, upright and at most as large as its kind
 * is shown. A JPEG stays a JPEG; every other picture becomes a WebP. Of an animation, the first frame remains.
 * Undefined for anything but a complete picture within the limits.
 */
export const renderPicture = async (
  bytes: Uint8Array,
  kind: PictureKind,
  processorTime = maxProcessorTime,
): Promise<StoredPicture | undefined> => {
  const header = readImageHeader(bytes)
  if (!header) return undefined
  const job = {
    // A copy: the bytes may be a view into the buffer of a whole request, which would be copied too.
    bytes: Uint8Array.from(bytes),
    header,
    side: pictureSides[kind],
    maxPixels: pictureLimits.pixels,
    module: await decoder(),
  }
  const rendered = await runNext(job, processorTime)
  return rendered && { ...rendered, extension: extensionOf(rendered.type) }
}
