import type { MyData, Section } from './contract.ts'

/** Answers of a function end at 6 MB, in which every quotation mark of a document counts twice. */
export const mostBytes = 3 * 1024 * 1024

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** As many of the first rows as fit into `bytes`. */
const cut = (section: Section, bytes: number): Section => {
  let left = bytes
  const rows = section.rows.filter((row) => {
    left -= bytesOf(row) + 1
    return left >= 0
  })
  if (rows.length === section.rows.length) return section
  const rest = section.rest ?? 'The document would have been too large: ask for these rows by themselves'
  return { ...section, rows, complete: false, rest }
}

/** The most that each of some sizes may have so that all stay within `total`: small ones whole, the others alike. */
const shareOf = (sizes: readonly number[], total: number): number => {
  let left = total
  const ascending = [...sizes].sort((a, b) => a - b)
  for (const [at, size] of ascending.entries()) {
    const share = left / (ascending.length - at)
    if (size > share) return share
    left -= size
  }
  return Number.POSITIVE_INFINITY
}

/** The document, with the oldest rows of its largest sections left out as far as it would be too large. */
export const fitted = (document: MyData, most = mostBytes): MyData => {
  const parts = [document.person, document.platform, ...document.schools.map(({ data }) => data)]
  const sizes = parts.flatMap(Object.values<Section>).map(({ rows }) => bytesOf(rows))
  const share = shareOf(sizes, most)
  const within = (sections: MyData['person']) =>
    Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, cut(section, share)]))
  return {
    ...document,
    person: within(document.person),
    platform: within(document.platform),
    schools: document.schools.map((one) => ({ ...one, data: within(one.data) })),
  }
}
