import { msg, t } from '../locale.ts'
import { type Html, html, raw } from './html.ts'

/** Kinds of events, each with a colour and a drawing. */
const kinds = [
  'meeting',
  'social',
  'workshop',
  'stage',
  'contest',
  'talk',
  'giving',
  'sports',
  'other',
] as const
export type EventKind = (typeof kinds)[number]

const wordsOf: readonly (readonly [EventKind, RegExp])[] = [
  ['social', /social|party|mixer|game|food|dinner|festival|fair/],
  ['workshop', /workshop|class|training|hack|study/],
  ['stage', /perform|concert|music|theat|film|art|show|dance/],
  ['contest', /compet|contest|tournament|championship/],
  ['talk', /lecture|academic|talk|speaker|seminar|panel|conference|career/],
  ['giving', /fundrais|service|volunteer|charity|philanthrop/],
  ['sports', /sport|fitness|outdoor|hike|athlet|yoga/],
  ['meeting', /meeting|assembly|board/],
]

/** The kind of an event, from the words of its type. */
export const kindOf = (type: string): EventKind =>
  wordsOf.find(([, words]) => words.test(type.toLowerCase()))?.[0] ?? 'other'

const palettes = 8

/** FNV-1a: the same text always gets the same number. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** The colour class of a club or another host, by its id. */
export const colorOf = (id: string): string => `k${hashOf(id) % palettes}`

type Drawing = (turn: number) => string

const circle = (x: number, y: number, r: number, css: string): string =>
  `<circle class="${css}" cx="${x}" cy="${y}" r="${r}"/>`
const path = (d: string, css: string): string => `<path class="${css}" d="${d}"/>`

/** Classes of the style sheet: `a` light, `b` accent, `l` a line, `d` dark. `turn` is from 0 to 5. */
const drawings: Readonly<Record<EventKind, Drawing>> = {
  meeting: (turn) =>
    [0, 1, 2, 3, 4]
      .map((at) => circle(20 + at * 30, 62 - ((at + turn) % 3) * 12, 13, at === turn % 5 ? 'b' : 'a'))
      .join('') + path('M0 90V78Q80 58 160 78V90Z', 'd'),
  social: (turn) =>
    circle(38 + turn * 6, 34, 27, 'a') +
    circle(84 + turn * 3, 58, 38, 'b') +
    circle(132 - turn * 4, 26, 17, 'a') +
    circle(24, 84, 15, 'd'),
  workshop: (turn) =>
    [0, 1, 2, 3, 4, 5, 6, 7]
      .map((at) => {
        const high = 18 + (((at + turn) * 29) % 52)
        return `<rect class="${(at + turn) % 3 === 0 ? 'b' : 'a'}" x="${at * 20 + 3}" y="${90 - high}" width="14" height="${high}" rx="3"/>`
      })
      .join(''),
  stage: (turn) =>
    [0, 1, 2, 3]
      .map((at) =>
        path(`M0 ${30 + at * 16}Q40 ${8 + at * 16 + turn * 4} 80 ${30 + at * 16}T160 ${30 + at * 16}`, 'l'),
      )
      .join('') + circle(112 - turn * 6, 40, 20, 'b'),
  contest: (turn) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
      .filter((at) => (at + Math.floor(at / 4) + turn) % 2 === 0)
      .map(
        (at) =>
          `<rect class="a" x="${60 + (at % 4) * 25}" y="${8 + Math.floor(at / 4) * 25}" width="25" height="25"/>`,
      )
      .join('') + circle(34, 46, 22, 'b'),
  talk: (turn) =>
    [14, 28, 42, 56, 70].map((r) => circle(118 - turn * 8, 80, r, 'l')).join('') +
    circle(118 - turn * 8, 80, 9, 'b'),
  giving: (turn) =>
    path('M80 76C38 50 44 20 64 20 74 20 80 30 80 34 80 30 86 20 96 20 116 20 122 50 80 76Z', 'b') +
    circle(24 + turn * 2, 28, 14, 'a') +
    circle(136, 64 - turn * 3, 19, 'a'),
  sports: (turn) =>
    [0, 1, 2, 3, 4]
      .map((at) =>
        path(
          `M${at * 34 - 30 + turn * 4} 90L${at * 34 + 20 + turn * 4} 0H${at * 34 + 32 + turn * 4}L${at * 34 - 18 + turn * 4} 90Z`,
          at === turn % 5 ? 'b' : 'a',
        ),
      )
      .join(''),
  other: (turn) =>
    path(`M0 90L${44 + turn * 5} 22L${84 + turn * 4} 90Z`, 'a') +
    path(`M58 90L${112 + turn * 3} 34L160 90Z`, 'b') +
    circle(128 - turn * 14, 20, 9, 'a'),
}

export type CoverOf = {
  /** Decides the variation: the id of the event or club. */
  readonly id: string
  /** Type of the event; empty for a club. */
  readonly type?: string
  /** Decides the colour: the id of the host. */
  readonly host?: string
  /** Address of a picture, shown instead of a drawing. */
  readonly picture?: string | null | undefined
  /** A picture at the top of a page loads at once. */
  readonly eager?: boolean
}

export const isPicture = (address: string | null | undefined): address is string =>
  /^https?:\/\//.test(address ?? '')

/** A cover of 16:9: the picture, or a drawing by type in the host's colour, always the same for the same ids. */
export const cover = ({ id, type = '', host = id, picture, eager = false }: CoverOf): Html => {
  if (isPicture(picture))
    return html`<div class="cover"><img src="${picture}" alt="" width="640" height="360"${eager ? '' : raw(' loading="lazy"')}></div>`
  const hash = hashOf(id)
  const drawing = drawings[kindOf(type)](hash % 6)
  const isMirrored = (hash >>> 8) % 2 === 1
  return html`<div class="cover ${colorOf(host)}"><svg viewBox="0 0 160 90" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${isMirrored ? raw(`<g transform="matrix(-1 0 0 1 160 0)">${drawing}</g>`) : raw(drawing)}</svg></div>`
}

const initials = (name: string): string => {
  const words = name
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word) && !/^(?:of|the|for|and)$/i.test(word))
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
}

export type LogoOf = {
  readonly id: string
  readonly name: string
  readonly picture?: string | null | undefined
  /** Pixels: 64 on cards, 96 on the club page, 40 in rows. */
  readonly size?: 40 | 64 | 96
}

/** A club's logo, or its initials in its colour. */
export const logo = ({ id, name, picture, size = 64 }: LogoOf): Html =>
  isPicture(picture)
    ? html`<img class="logo s${size}" src="${picture}" alt="" width="${size}" height="${size}" loading="lazy">`
    : html`<span class="logo s${size} ${colorOf(id)}" aria-hidden="true">${initials(name) || '?'}</span>`

/** Types that schools use besides those of the event form. */
const otherTypes: ReadonlyMap<string, string> = new Map([
  ['academic', msg('Academic')],
  ['arts', msg('Arts')],
  ['fair', msg('Fair')],
  ['volunteering', msg('Volunteering')],
])

/** The type of an event in the reader's language, as far as it is known. */
export const typeWords = (type: string): string => t(otherTypes.get(type.toLowerCase()) ?? type)

/** The type of an event, in the colour of its kind. Types that are not messages are shown as they were entered. */
export const typeTag = (type: string): Html =>
  html`<span class="tag kind ${kindOf(type)}"><bdi>${typeWords(type)}</bdi></span>`
