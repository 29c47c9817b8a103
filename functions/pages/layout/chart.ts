import { t } from '../locale.ts'
import { numberWords } from './dates.ts'
import { type Html, html } from './html.ts'

/** One day or thing, and how many. */
export type Point = { readonly name: string; readonly value: number; readonly shown?: string }

export type ChartOf = {
  readonly title: string
  /** What is counted, for the table behind the picture. */
  readonly counted: string
  readonly of: string
  readonly points: readonly Point[]
}

const height = 100

/** Steps that people count in; an axis has two to five of them. */
const stepsOf = (most: number): { readonly top: number; readonly marks: readonly number[] } => {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  const sizes = [0.1, 0.2, 0.5, 1, 2, 5].map((times) => times * size).filter((step) => Number.isInteger(step))
  const step = sizes.find((one) => Math.ceil(most / one) <= 4) ?? size
  const count = Math.max(1, Math.ceil(most / step))
  return { top: count * step, marks: Array.from({ length: count + 1 }, (_, at) => (count - at) * step) }
}

const axisOf = (points: readonly Point[]) => stepsOf(Math.max(1, ...points.map(({ value }) => value)))
const topOf = (points: readonly Point[]): number => axisOf(points).top

const mostNames = 5

/** Of more points, nobody sees that the names are one point off. */
const mostEven = 15

/** A few names for the axis below, evenly spread, the first and the last among them. */
const namesBelow = (points: readonly Point[]): string[] => {
  const last = points.length - 1
  const counts = points.length > mostEven ? [mostNames] : [5, 4, 3, 2]
  const count = counts.find((names) => names <= points.length && last % (names - 1) === 0) ?? mostNames
  if (points.length < 2) return points.map(({ name }) => name)
  return Array.from({ length: count }, (_, at) => points[Math.round((at * last) / (count - 1))]?.name ?? '')
}

const rounded = (value: number): number => Math.round(value * 100) / 100

const tableOf = ({ counted, of, points, title }: ChartOf): Html =>
  html`<details class="more"><summary>${t('Show as table')}<span class="vh">: ${title}</span></summary><div class="scroll" tabindex="0" role="group" aria-label="${title}"><table><thead><tr><th scope="col">${of}</th><th scope="col" class="num">${counted}</th></tr></thead><tbody>${points.map(({ name, value, shown }) => html`<tr><td><bdi>${shown ?? name}</bdi></td><td class="num">${numberWords(value)}</td></tr>`)}</tbody></table></div></details>`

const framed = (chart: ChartOf, width: number, inside: Html): Html => {
  const { title, points } = chart
  const { top, marks } = axisOf(points)
  const first = points[0]
  const last = points.at(-1)
  const spoken = t('{title}: {first} to {last}, at last {value, number}', {
    title,
    first: first?.name ?? '',
    last: last?.name ?? '',
    value: last?.value ?? 0,
  })
  const lines = marks.map((mark) => `M0 ${rounded(height - (mark / top) * height)}H${width}`).join('')
  return html`<figure class="chart"><figcaption>${title}</figcaption><div class="plot"><div class="ys num" aria-hidden="true">${marks.map((mark) => html`<span>${numberWords(mark)}</span>`)}</div><svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${spoken}"><path class="grid-line" d="${lines}"/>${inside}</svg><div class="xs num" aria-hidden="true">${namesBelow(points).map((name) => html`<span>${name}</span>`)}</div></div>${tableOf(chart)}</figure>`
}

/** A number as it grows: one point for each day, the first on the left. Coordinates are of the picture, colours of the style sheet. */
export const lineChart = (chart: ChartOf): Html => {
  const { points } = chart
  const top = topOf(points)
  const width = Math.max(1, points.length - 1)
  const spots = points.map(({ value }, at) => `${at} ${rounded(height - (value / top) * height)}`)
  const line = spots.length === 1 ? `M0 ${spots[0]?.slice(2)}H1` : `M${spots.join('L')}`
  return framed(
    chart,
    width,
    html`<path class="area" d="${line}V${height}H0Z"/><path class="line" d="${line}"/>`,
  )
}

/** How many on each of many days, side by side. */
export const barChart = (chart: ChartOf): Html => {
  const { points } = chart
  const top = topOf(points)
  return framed(
    chart,
    Math.max(1, points.length),
    html`${points.map(({ name, value }, at) => {
      const high = rounded((value / top) * height)
      return html`<rect class="col" x="${at + 0.12}" width="0.76" y="${height - high}" height="${high}"><title>${name}: ${numberWords(value)}</title></rect>`
    })}`,
  )
}

/** A few things by their size, each with its name: the longest bar is the largest. */
export const rankChart = (chart: Omit<ChartOf, 'of'> & { readonly of: string }): Html => {
  const most = Math.max(1, ...chart.points.map(({ value }) => value))
  return html`<figure class="chart"><figcaption>${chart.title}</figcaption><table class="rank"><thead class="vh"><tr><th scope="col">${chart.of}</th><th scope="col">${chart.counted}</th></tr></thead><tbody>${chart.points.map(
    ({ name, value }) =>
      html`<tr><th scope="row"><bdi>${name}</bdi><svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" width="100%" aria-hidden="true"><rect width="${Math.round((value / most) * 100)}" height="8"/></svg></th><td class="num">${numberWords(value)}</td></tr>`,
  )}</tbody></table></figure>`
}

/** A few large numbers beside each other. */
export const bigNumbers = (all: readonly (readonly [name: string, value: number | string])[]): Html =>
  html`<dl class="big">${all.map(([name, value]) => html`<div><dt>${name}</dt><dd class="num">${typeof value === 'number' ? numberWords(value) : value}</dd></div>`)}</dl>`
