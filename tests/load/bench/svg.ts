/** Coordinates of a picture, from its upper left corner. */
const width = 760
const left = 190
const right = 90
const ink = '#1f2937'
const soft = '#d1d5db'
const colours = ['#2563eb', '#d97706', '#059669', '#b91c1c', '#7c3aed'] as const

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const at = (value: number): string => String(Math.round(value * 10) / 10)

const text = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${at(x)}" y="${at(y)}" ${more}>${escaped(words)}</text>`

const line = (x1: number, y1: number, x2: number, y2: number, colour = soft): string =>
  `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="${colour}"/>`

const picture = (height: number, title: string, parts: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${at(height)}" font-family="sans-serif" font-size="12" fill="${ink}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    text(16, 24, title, 'font-size="15" font-weight="bold"'),
    ...parts,
    '</svg>',
    '',
  ].join('\n')

const decades = (least: number, most: number): readonly number[] => {
  const first = Math.floor(Math.log10(least))
  const last = Math.ceil(Math.log10(most))
  return Array.from({ length: last - first + 1 }, (_, step) => 10 ** (first + step))
}

/** Where a value stands between the first and the last decade, from 0 to 1. */
const share = (value: number, scale: readonly number[]): number => {
  const [low = 1, high = 10] = [scale[0], scale.at(-1)]
  return (Math.log10(value) - Math.log10(low)) / (Math.log10(high) - Math.log10(low))
}

export type Row = { readonly label: string; readonly values: readonly number[] }

/** Bars, or the marks of several values a row, on a logarithmic scale. `names` says what the values of a row are. */
export const rowsPlot = (title: string, unit: string, names: readonly string[], rows: readonly Row[]) => {
  const positive = rows.flatMap(({ values }) => values.filter((value) => value > 0))
  const scale = decades(Math.min(...positive, 10), Math.max(...positive, 10))
  const x = (value: number): number => left + share(value, scale) * (width - left - right)
  const top = 62
  const bottom = top + rows.length * 20
  const grid = scale.flatMap((tick) => [
    line(x(tick), top - 10, x(tick), bottom),
    text(x(tick), bottom + 16, tick.toLocaleString('en-US'), 'text-anchor="middle" fill="#6b7280"'),
  ])
  const key = names.flatMap((name, index) => [
    `<circle cx="${left + index * 120}" cy="41" r="5" fill="${colours[index % colours.length]}"/>`,
    text(left + 10 + index * 120, 45, name),
  ])
  const marks = rows.flatMap(({ label, values }, index) => {
    const y = top + index * 20 + 6
    const shown = values.filter((value) => value > 0)
    const single = names.length === 1
    return [
      text(left - 10, y + 4, label, 'text-anchor="end"'),
      line(single ? left : x(Math.min(...shown)), y, x(Math.max(...shown)), y, single ? colours[0] : soft),
      ...values.flatMap((value, each) =>
        value > 0
          ? [`<circle cx="${at(x(value))}" cy="${y}" r="5" fill="${colours[each % colours.length]}"/>`]
          : [],
      ),
      text(x(Math.max(...shown)) + 9, y + 4, Math.max(...shown).toLocaleString('en-US'), 'fill="#6b7280"'),
    ]
  })
  const end = text(left - 10, bottom + 16, unit, 'text-anchor="end" fill="#6b7280"')
  return picture(bottom + 30, title, [...grid, ...key, ...marks, end])
}

/** One thin line a row over the same steps, on a logarithmic scale: what stays flat shows as flat. */
export const linesPlot = (title: string, unit: string, steps: readonly number[], rows: readonly Row[]) => {
  const [top, bottom] = [50, 350]
  const scale = decades(1, Math.max(10, ...rows.flatMap(({ values }) => values)))
  const x = (step: number): number => 60 + (step / Math.max(1, steps.length - 1)) * (width - 60 - right)
  const y = (value: number): number => bottom - share(Math.max(1, value), scale) * (bottom - top)
  const grid = scale.flatMap((tick) => [
    line(60, y(tick), width - right, y(tick)),
    text(52, y(tick) + 4, tick.toLocaleString('en-US'), 'text-anchor="end" fill="#6b7280"'),
  ])
  const feet = steps.map((step, index) =>
    text(x(index), bottom + 18, step.toLocaleString('en-US'), 'text-anchor="middle" fill="#6b7280"'),
  )
  const paths = rows.map(({ values }) => {
    const rises = Math.max(...values) - Math.min(...values) > 0.5
    const points = values.map((value, index) => `${at(x(index))},${at(y(value))}`).join(' ')
    const look = rises
      ? `stroke="${colours[3]}" stroke-width="2"`
      : `stroke="${colours[0]}" stroke-opacity="0.25"`
    return `<polyline points="${points}" fill="none" ${look}/>`
  })
  return picture(bottom + 34, title, [...grid, ...feet, ...paths, text(60, top - 8, unit, 'fill="#6b7280"')])
}
