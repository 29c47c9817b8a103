import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { dice } from '../campus/dice.ts'

type Colour = readonly [red: number, green: number, blue: number]

const width = 640
const height = 280

/** Background, then the shapes from back to front. */
const palettes: readonly (readonly Colour[])[] = [
  [
    [18, 42, 76],
    [34, 87, 122],
    [56, 163, 165],
    [128, 237, 153],
    [255, 230, 160],
  ],
  [
    [61, 20, 60],
    [122, 33, 77],
    [214, 73, 71],
    [247, 148, 89],
    [255, 222, 173],
  ],
  [
    [20, 54, 44],
    [38, 96, 71],
    [92, 148, 80],
    [191, 196, 92],
    [250, 237, 205],
  ],
  [
    [32, 28, 66],
    [67, 56, 120],
    [126, 96, 191],
    [228, 177, 240],
    [255, 225, 255],
  ],
  [
    [69, 36, 18],
    [133, 77, 39],
    [200, 128, 60],
    [236, 183, 104],
    [255, 241, 214],
  ],
]

type Shape = (x: number, y: number) => boolean

const motifs: readonly ((die: ReturnType<typeof dice>, layer: number) => Shape)[] = [
  // Discs.
  (die, layer) => {
    const [cx, cy, r] = [die.between(0, width), die.between(0, height), 150 - layer * 28]
    return (x, y) => (x - cx) ** 2 + (y - cy) ** 2 < r * r
  },
  // Hills.
  (die, layer) => {
    const [length, shift, top] = [die.between(60, 130), die.between(0, 600), 60 + layer * 52]
    return (x, y) => y > top + 26 * Math.sin((x + shift) / length)
  },
  // Slanted bands.
  (die, layer) => {
    const [shift, slant] = [die.between(0, 200), die.pick([0.5, 0.8, 1.2])]
    return (x, y) => (x + y * slant + shift) % 260 < 110 - layer * 22
  },
  // Rings.
  (die, layer) => {
    const [cx, cy] = [die.between(80, width - 80), die.between(40, height - 40)]
    const inner = 30 + layer * 36
    return (x, y) => Math.abs(Math.hypot(x - cx, y - cy) - inner) < 10
  },
]

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

/** A PNG of geometric shapes with a palette. The same name gives the same picture. */
export const drawPicture = (name: string): Buffer => {
  const die = dice(`picture ${name}`)
  const palette = die.pick(palettes)
  const motif = die.pick(motifs)
  const shapes = palette.slice(1).map((_, layer) => motif(die, layer))
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let layer = shapes.length; layer > 0; layer -= 1)
        if (shapes[layer - 1]?.(x, y)) {
          rows[y * (width + 1) + x + 1] = layer
          break
        }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a pixel, each an index of the palette.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const pictureKey = (name: string): string =>
  `living/${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`

/** Writes the pictures of these names to the local media store. */
export const drawPictures = (dataDir: string, names: readonly string[]): void => {
  mkdirSync(join(dataDir, 'media', 'living'), { recursive: true })
  for (const name of names) writeFileSync(join(dataDir, 'media', pictureKey(name)), drawPicture(name))
}
