import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { crc32, deflateSync } from 'node:zlib'
import {
  type IMagickImage,
  ImageMagick,
  initializeImageMagick,
  MagickFormat,
  MagickReadSettings,
} from '@imagemagick/magick-wasm'

/** Stands for a location in each kind of metadata. */
export const secret = 'GPS 52.5200N 13.4050E'

const library = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm')
let ready: Promise<void> | undefined
const magick = (): Promise<void> => (ready ??= initializeImageMagick(readFileSync(library)))

const text = (content: string): Buffer => Buffer.from(content, 'latin1')
const number = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

export const pngChunk = (name: string, content: Uint8Array): Buffer => {
  const body = Buffer.concat([text(name), content])
  return Buffer.concat([number(content.length, 4), body, number(crc32(body), 4)])
}

export const pngHead = (width: number, height: number, colour: number): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', Buffer.concat([number(width, 4), number(height, 4), Buffer.from([8, colour, 0, 0, 0])])),
  ])

const tail = pngChunk('IEND', Buffer.alloc(0))

/** A grey picture of any size. */
export const greyPng = (width: number, height: number): Buffer =>
  Buffer.concat([
    pngHead(width, height, 0),
    pngChunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height), { level: 1 })),
    tail,
  ])

const corners = {
  topLeft: [255, 0, 0],
  topRight: [0, 255, 0],
  bottomLeft: [0, 0, 255],
  bottomRight: [0, 0, 0],
}

/** Four coloured quarters: red and green above, blue and black below. `alpha` is the opacity of all of them. */
const quarters = (width: number, height: number, alpha: number): Buffer => {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Array.from({ length: width }, (_, x) => {
      const isLeft = x < width / 2
      const isTop = y < height / 2
      if (isTop) return [...(isLeft ? corners.topLeft : corners.topRight), alpha]
      return [...(isLeft ? corners.bottomLeft : corners.bottomRight), alpha]
    })
    return Buffer.from([0, ...row.flat()])
  })
  return Buffer.concat(rows)
}

/** The two halves of a PNG between which chunks may stand. */
const pngParts = (width: number, height: number, alpha = 255): readonly [Buffer, Buffer] => [
  pngHead(width, height, 6),
  Buffer.concat([pngChunk('IDAT', deflateSync(quarters(width, height, alpha))), tail]),
]

export const png = (width: number, height: number, alpha = 255): Buffer =>
  Buffer.concat(pngParts(width, height, alpha))

/** The same picture in another format. */
export const encoded = async (from: Uint8Array, format: MagickFormat): Promise<Buffer> => {
  await magick()
  return ImageMagick.read(from, (image: IMagickImage) => {
    image.quality = 95
    return image.write(format, (bytes) => Buffer.from(bytes))
  })
}

/** An EXIF block (TIFF) with an orientation and, as its description, the secret. */
const exif = (orientation: number): Buffer => {
  const description = text(`${secret}\0`)
  return Buffer.concat([
    text('MM\0*'),
    number(8, 4),
    number(2, 2),
    // ImageDescription, as text behind the directory.
    number(0x010e, 2),
    number(2, 2),
    number(description.length, 4),
    number(38, 4),
    // Orientation, as a number in its place.
    number(0x0112, 2),
    number(3, 2),
    number(1, 4),
    number(orientation, 2),
    number(0, 2),
    number(0, 4),
    description,
  ])
}

const xmp = text(
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="${secret}"/></rdf:RDF></x:xmpmeta>`,
)

const segment = (marker: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker]), number(content.length + 2, 2), content])

const photoshop = Buffer.concat([
  text('Photoshop 3.0\x008BIM\x04\x04\0\0'),
  number(secret.length + 5, 4),
  Buffer.from([0x1c, 2, 90, 0, secret.length]),
  text(secret),
  text('\0'),
])

/** A JPEG with EXIF, XMP, IPTC, another application's segment, a comment, and bytes behind its end. */
export const jpegWithLocation = async (from: Uint8Array, orientation = 1): Promise<Buffer> => {
  const plain = await encoded(from, MagickFormat.Jpeg)
  return Buffer.concat([
    plain.subarray(0, 2),
    segment(0xe1, Buffer.concat([text('Exif\0\0'), exif(orientation)])),
    segment(0xe1, Buffer.concat([text('http://ns.adobe.com/xap/1.0/\0'), xmp])),
    segment(0xed, photoshop),
    segment(0xe5, text(secret)),
    segment(0xfe, text(secret)),
    plain.subarray(2),
    text(secret),
  ])
}

/** A PNG with an EXIF chunk, texts of all three kinds, an unknown chunk, and bytes behind its end. */
export const pngWithLocation = (width: number, height: number, orientation = 1): Buffer => {
  const [head, rest] = pngParts(width, height)
  return Buffer.concat([
    head,
    pngChunk('eXIf', exif(orientation)),
    pngChunk('tEXt', text(`Comment\0${secret}`)),
    pngChunk('zTXt', Buffer.concat([text('Location\0\0'), deflateSync(text(secret))])),
    pngChunk('iTXt', Buffer.concat([text('XML:com.adobe.xmp\0\0\0\0\0'), xmp])),
    pngChunk('teSt', text(secret)),
    rest,
    text(secret),
  ])
}

const riffChunk = (name: string, content: Uint8Array): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([text(name), length, content, Buffer.alloc(content.length % 2)])
}

export const riff = (chunks: readonly Buffer[]): Buffer =>
  riffChunk('RIFF', Buffer.concat([text('WEBP'), ...chunks]))

/** The chunk that announces a canvas; `flags` say which others follow. */
export const webpCanvas = (width: number, height: number, flags: number): Buffer => {
  const content = Buffer.alloc(10)
  content[0] = flags
  content.writeUIntLE(width - 1, 4, 3)
  content.writeUIntLE(height - 1, 7, 3)
  return riffChunk('VP8X', content)
}

export const webpFrame = (): Buffer => riffChunk('ANMF', Buffer.alloc(16))

/** A WebP with EXIF, XMP and an unknown chunk. */
export const webpWithLocation = async (
  from: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  orientation = 1,
): Promise<Buffer> => {
  const plain = await encoded(from, MagickFormat.WebP)
  const pixels = plain.subarray(plain.indexOf('VP8 '))
  return riff([
    webpCanvas(width, height, 0x0c),
    pixels,
    riffChunk('EXIF', exif(orientation)),
    riffChunk('XMP ', xmp),
    riffChunk('loca', text(secret)),
  ])
}

export type Seen = {
  readonly width: number
  readonly height: number
  readonly profiles: readonly string[]
  readonly attributes: readonly string[]
  /** The colours of the four corners, clockwise from the top left: r, g, b or black (k). */
  readonly corners: string
  readonly hasAlpha: boolean
}

const nameOf = (pixel: ArrayLike<number>): string => {
  const strongest = Math.max(pixel[0] ?? 0, pixel[1] ?? 0, pixel[2] ?? 0)
  if (strongest < 100) return 'k'
  return 'rgb'.charAt([0, 1, 2].findIndex((channel) => pixel[channel] === strongest))
}

/** Decodes a stored picture. */
export const look = async (bytes: Uint8Array): Promise<Seen> => {
  await magick()
  return ImageMagick.read(bytes, new MagickReadSettings({}), (image: IMagickImage) =>
    image.getPixels((pixels) => {
      const right = image.width - 2
      const bottom = image.height - 2
      const places = [
        [1, 1],
        [right, 1],
        [right, bottom],
        [1, bottom],
      ] as const
      return {
        width: image.width,
        height: image.height,
        profiles: image.profileNames,
        attributes: image.attributeNames,
        corners: places.map(([x, y]) => nameOf(pixels.getPixel(x, y))).join(''),
        hasAlpha: image.hasAlpha,
      }
    }),
  )
}

/** A form whose one file, or files, are these bytes under the names of an operation. */
export const formWith = async (
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Uint8Array>>,
): Promise<{ readonly raw: Uint8Array; readonly headers: Readonly<Record<string, string>> }> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of Object.entries(files))
    form.set(name, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'IMG_1.jpg')
  const request = new Request('http://form.test', { method: 'POST', body: form })
  return {
    raw: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  }
}
