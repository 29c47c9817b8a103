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

/** The next round number above all of them, so that the top of a picture has a name. */
const topOf = (points: readonly Point[]): number => {
  const most = Math.max(1, ...points.map(({ value }) => value))
  const step = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((times) => times * step).find((top) => top >= most) ?? most
}

const rounded = (value: number): number => Math.round(value * 100) / 100

const tableOf = ({ counted, of, points, title }: ChartOf): Html =>
  html`<details class="more"><summary>The numbers behind it<span class="vh">: ${title}</span></summary><div class="scroll" tabindex="0" role="group" aria-label="${title}"><table><thead><tr><th scope="col">${of}</th><th scope="col" class="num">${counted}</th></tr></thead><tbody>${points.map(({ name, value, shown }) => html`<tr><td><bdi>${shown ?? name}</bdi></td><td class="num">${value}</td></tr>`)}</tbody></table></div></details>`

const framed = (chart: ChartOf, width: number, inside: Html): Html => {
  const { title, points } = chart
  const top = topOf(points)
  const first = points[0]
  const last = points.at(-1)
  return html`<figure class="chart"><figcaption>${title}</figcaption><div class="plot"><span class="most num">${top}</span><span class="low num">0</span><svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${title}: ${first?.name ?? ''} to ${last?.name ?? ''}, at last ${last?.value ?? 0}"><path class="grid-line" d="M0 0H${width}M0 ${height / 2}H${width}M0 ${height}H${width}"/>${inside}</svg><span class="from">${first?.name ?? ''}</span><span class="to">${last === first ? '' : (last?.name ?? '')}</span></div>${tableOf(chart)}</figure>`
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
      return html`<rect class="col" x="${at + 0.12}" width="0.76" y="${height - high}" height="${high}"><title>${name}: ${value}</title></rect>`
    })}`,
  )
}

/** A few things by their size, each with its name: the longest bar is the largest. */
export const rankChart = (chart: Omit<ChartOf, 'of'> & { readonly of: string }): Html => {
  const most = Math.max(1, ...chart.points.map(({ value }) => value))
  return html`<figure class="chart"><figcaption>${chart.title}</figcaption><table class="rank"><thead class="vh"><tr><th scope="col">${chart.of}</th><th scope="col">${chart.counted}</th></tr></thead><tbody>${chart.points.map(
    ({ name, value }) =>
      html`<tr><th scope="row"><bdi>${name}</bdi><svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" width="100%" aria-hidden="true"><rect width="${Math.round((value / most) * 100)}" height="8"/></svg></th><td class="num">${value}</td></tr>`,
  )}</tbody></table></figure>`
}

/** A few large numbers beside each other. */
export const bigNumbers = (all: readonly (readonly [name: string, value: number | string])[]): Html =>
  html`<dl class="big">${all.map(([name, value]) => html`<div><dt>${name}</dt><dd class="num">${value}</dd></div>`)}</dl>`
