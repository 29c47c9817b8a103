import { crc32, deflateSync } from 'node:zlib'
import { dice } from '../campus/dice.ts'
import { chessEvenings } from '../demo.ts'
import { chess, clubs } from './clubs.ts'
import { evenings } from './evenings.ts'

type Colour = readonly [red: number, green: number, blue: number]

const width = 640
const height = 360

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
  [
    [16, 58, 74],
    [24, 104, 116],
    [232, 141, 103],
    [245, 196, 131],
    [255, 240, 219],
  ],
  [
    [44, 24, 56],
    [104, 44, 104],
    [48, 132, 158],
    [132, 205, 202],
    [245, 240, 220],
  ],
  [
    [26, 36, 48],
    [58, 78, 98],
    [204, 82, 92],
    [238, 160, 140],
    [246, 232, 220],
  ],
]

type Dice = ReturnType<typeof dice>

/** Whether a point, in pixels, is inside. */
type Shape = (x: number, y: number) => boolean

const discs = (die: Dice, layer: number): Shape => {
  const [cx, cy, r] = [die.between(0, width), die.between(0, height), 184 - layer * 32]
  return (x, y) => (x - cx) ** 2 + (y - cy) ** 2 < r * r
}

const hills = (die: Dice, layer: number): Shape => {
  const [length, shift, top] = [die.between(64, 136), die.between(0, 480), 72 + layer * 66]
  return (x, y) => y > top + 32 * Math.sin((x + shift) / length)
}

const bands = (die: Dice, layer: number): Shape => {
  const [shift, slant] = [die.between(0, 208), die.pick([0.5, 0.8, 1.2])]
  return (x, y) => (x + y * slant + shift) % 272 < 112 - layer * 21
}

const rings = (die: Dice, layer: number): Shape => {
  const [cx, cy] = [die.between(96, width - 96), die.between(48, height - 48)]
  const inner = 35 + layer * 38
  return (x, y) => Math.abs(Math.hypot(x - cx, y - cy) - inner) < 11
}

const peaks = (die: Dice, layer: number): Shape => {
  const [cx, top, steep] = [die.between(64, width - 64), 48 + layer * 48, die.pick([0.7, 0.9, 1.2])]
  return (x, y) => y - top > Math.abs(x - cx) * steep
}

const tiles = (die: Dice, layer: number): Shape => {
  const [size, left, top] = [72, die.between(0, 6), die.between(0, 3)]
  return (x, y) => {
    const [column, row] = [Math.floor(x / size), Math.floor(y / size)]
    return (column * 3 + row * 5 + left + top) % (layer + 3) === 0
  }
}

const motifs = [discs, hills, bands, rings, peaks, tiles] as const

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

/** A picture of a club or an event. A club and its events share a palette; neighbours differ in their motif. */
export type Picture = { readonly name: string; readonly palette: number; readonly motif: number }

export const pictures: readonly Picture[] = [...clubs.map(({ name }) => name), chess].flatMap(
  (club, palette) => {
    const own = club === chess ? chessEvenings(new Date(0)) : evenings.filter((one) => one.club === club)
    return [club, ...own.map(({ name }) => name)].map((name, nth) => ({
      name,
      palette,
      motif: palette + nth,
    }))
  },
)

/** The same colour as a number, for the palette of the file. */
const asNumber = ([red, green, blue]: Colour): number => (red << 16) | (green << 8) | blue

const mean = (colours: readonly Colour[]): Colour => {
  const part = (at: 0 | 1 | 2): number =>
    Math.round(colours.reduce((sum, colour) => sum + colour[at], 0) / colours.length)
  return [part(0), part(1), part(2)]
}

/** Points of a pixel whose colours are mixed where an edge passes. */
const points = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const

/** A PNG of geometric shapes with smooth edges. The same picture gives the same bytes. */
export const drawPicture = ({ name, palette, motif }: Picture): Buffer => {
  const die = dice(`picture ${name}`)
  const colours = palettes[palette % palettes.length] as readonly Colour[]
  const shapeOf = motifs[motif % motifs.length] as (typeof motifs)[number]
  const shapes = colours.slice(1).map((_, layer) => shapeOf(die, layer))
  const layerAt = (x: number, y: number): number => {
    let layer = shapes.length
    while (layer > 0 && !shapes[layer - 1]?.(x, y)) layer -= 1
    return layer
  }
  const used = [...colours]
  const indexes = new Map(colours.map((colour, index) => [asNumber(colour), index]))
  const indexOf = (colour: Colour): number => {
    const known = indexes.get(asNumber(colour))
    if (known !== undefined) return known
    indexes.set(asNumber(colour), used.length)
    return used.push(colour) - 1
  }
  const layers = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) layers[y * width + x] = layerAt(x + 0.5, y + 0.5)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const layer = layers[at] ?? 0
      const isEdge =
        (x > 0 && layers[at - 1] !== layer) ||
        (x < width - 1 && layers[at + 1] !== layer) ||
        (y > 0 && layers[at - width] !== layer) ||
        (y < height - 1 && layers[at + width] !== layer)
      rows[y * (width + 1) + x + 1] = isEdge
        ? indexOf(mean(points.map(([dx, dy]) => colours[layerAt(x + dx, y + dy)] as Colour)))
        : layer
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a pixel, each an index of the palette.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(used.flat())),
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const pictureKey = (name: string): string =>
  `living/${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`

/** The picture of a media key, if it is one of the demo schools'. */
export const pictureOf = (key: string): Buffer | undefined => {
  const picture = pictures.find(({ name }) => pictureKey(name) === key)
  return picture && drawPicture(picture)
}
