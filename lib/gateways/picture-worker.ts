import { parentPort, workerData } from 'node:worker_threads'
import {
  FilterType,
  type IMagickImage,
  initializeImageMagick,
  MagickFormat,
  MagickGeometry,
  MagickImage,
  MagickReadSettings,
  ResourceLimits,
} from '@imagemagick/magick-wasm'
import type { PictureType } from '../contract/picture.ts'
import type { PictureJob, RenderedPicture } from './pictures.ts'

const formats = {
  'image/jpeg': MagickFormat.Jpeg,
  'image/png': MagickFormat.Png,
  'image/gif': MagickFormat.Gif,
  'image/webp': MagickFormat.WebP,
} as const satisfies Record<PictureType, MagickFormat>

/** Visually close to the original; halves the size of a camera's file. */
const quality = 82

/** Display P3 has 536 bytes, sRGB 3144. A larger profile is for printing. */
const maxProfileBytes = 4096

const limitResources = (maxPixels: number): void => {
  ResourceLimits.area = BigInt(maxPixels)
  ResourceLimits.memory = BigInt(600 * 1024 * 1024)
  ResourceLimits.disk = 0n
}

/** Reads only the first frame. A JPEG of more than twice the side is decoded at a reduced size. */
const readSettings = ({ header, side }: PictureJob): MagickReadSettings => {
  const { type, width, height } = header
  const settings = new MagickReadSettings({ format: formats[type], frameIndex: 0, frameCount: 1 })
  const scale = (2 * side) / Math.max(width, height)
  // With a scale above 1, the decoder would enlarge it.
  if (scale < 1) {
    const size = `${Math.ceil(width * scale)}x${Math.ceil(height * scale)}`
    settings.setDefine(MagickFormat.Jpeg, 'size', size)
  }
  return settings
}

/** The triangle filter takes a quarter of the default filter's time, and looks almost the same. */
const shrink = (image: IMagickImage, side: number): void => {
  const box = new MagickGeometry(side, side)
  box.greater = true
  image.resize(box, FilterType.Triangle)
}

/** Removes all metadata except a small colour profile, without which colours change. */
const removeMetadata = (image: IMagickImage): void => {
  const profile = image.getColorProfile()?.data
  image.strip()
  if (profile !== undefined && profile.length <= maxProfileBytes) image.setProfile('icc', profile)
}

/** Throws for a damaged file. The decoder only warns of a JPEG that ends early. */
const decode = (job: PictureJob): IMagickImage => {
  const image = MagickImage.create()
  let isCut = false
  image.onWarning = ({ error }) => {
    isCut ||= /premature end/i.test(error.message)
  }
  image.read(job.bytes, readSettings(job))
  if (isCut) throw new Error('The picture ends early.')
  return image
}

const render = (job: PictureJob): RenderedPicture => {
  const image = decode(job)
  shrink(image, job.side)
  // Before the metadata goes, since they contain the orientation. A turned picture fits into the same square.
  image.autoOrient()
  removeMetadata(image)
  image.quality = quality
  const type = job.header.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
  return { type, bytes: image.write(formats[type], (bytes) => Uint8Array.from(bytes)) }
}

const job: PictureJob = workerData
await initializeImageMagick(job.module)
limitResources(job.maxPixels)
let rendered: RenderedPicture | undefined
try {
  rendered = render(job)
} catch {
  // The decoder refuses a damaged file, and one that needs more than the limits.
}
parentPort?.postMessage(rendered, rendered ? [rendered.bytes.buffer] : [])
