import { createHash } from 'node:crypto'
import { isColor, styleAddress } from '../../../lib/html/document.ts'
import { base, frame } from '../style/base.ts'
import { cards } from '../style/cards.ts'
import { data } from '../style/data.ts'
import { desk } from '../style/desk.ts'
import { forms } from '../style/forms.ts'
import { kindStyle, tokens } from '../style/tokens.ts'

/** The one style sheet of all pages: at most 60 KB, loaded once and cached. `docs/design.md` explains it. */
export const style = [tokens, base, frame, forms, cards, data, desk, kindStyle]
  .join('')
  .replaceAll(/\n */g, '')

const fingerprint = createHash('sha256').update(style).digest('hex').slice(0, 16)

const channel = (hex: string, at: number): number => {
  const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Relative luminance (WCAG 2.2). */
const lightOf = (hex: string): number =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)

const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [lightOf(one), lightOf(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** White on dark colours, black on light ones: the one that is easier to read. */
const inkOn = (hex: string): string => (contrast(hex, '#000000') > contrast(hex, '#ffffff') ? '#000' : '#fff')

const mixed = (hex: string, to: string, part: number): string =>
  `#${[1, 3, 5]
    .map((at) => {
      const [from, end] = [hex, to].map((one) => Number.parseInt(one.slice(at, at + 2), 16)) as [
        number,
        number,
      ]
      return Math.round(from + (end - from) * part)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`

/** The colour itself, or the nearest one towards `to` that is readable on `ground`. */
const readable = (hex: string, ground: string, to: string, least: number): string => {
  const parts = Array.from({ length: 21 }, (_, at) => at / 20)
  const found = parts.find((part) => contrast(mixed(hex, to, part), ground) >= least)
  return mixed(hex, to, found ?? 1)
}

/** Grounds on which text in the school's colour has to be readable: `--wash` of both schemes. */
const grounds = { light: '#f2f3f6', dark: '#23252d' } as const

const schemeOf = (brand: string, text: string): string =>
  `--brand:${brand};--on-brand:${inkOn(brand)};--brand-text:${text}`

/** A school's colour as accent, in both schemes. */
const accentOf = (color: string): string => {
  const dark = readable(color, '#101116', '#ffffff', 3)
  const texts = [
    readable(color, grounds.light, '#000000', 4.6),
    readable(color, grounds.dark, '#ffffff', 4.6),
  ] as const
  return `:root{${schemeOf(color, texts[0])}}@media(prefers-color-scheme:dark){:root{${schemeOf(dark, texts[1])}}}`
}

/** A school's colour in the light scheme: the ground, the text on it, and links. Undefined for anything else. */
export const accentPreview = (color: string | undefined) =>
  isColor(color)
    ? { brand: color, ink: inkOn(color), text: readable(color, grounds.light, '#000000', 4.6) }
    : undefined

/** The address of the style sheet with a school's accent. It changes with the style, so that browsers may keep it. */
export const stylePath = (color?: string): string => styleAddress(fingerprint, color)

export type StyleFile = { readonly text: string; readonly isCurrent: boolean }

const fileName = /^([0-9a-f]{16}|current)(?:-([0-9a-f]{6}))?\.css$/

/** The style sheet behind an address. Another release's address and `current` get the current style, which browsers revalidate. */
export const styleFile = (name: string): StyleFile | undefined => {
  const found = fileName.exec(name)
  if (!found) return undefined
  const [, print, color] = found
  return {
    text: color === undefined ? style : `${style}${accentOf(`#${color}`)}`,
    isCurrent: print === fingerprint,
  }
}
