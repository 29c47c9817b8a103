import * as z from 'zod/mini'
import { type Contract, type DescribedRow, isForm } from '../../../lib/contract/row.ts'
import type { Sample } from './visit.ts'

const pathOf = ({ path, example }: DescribedRow): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(example.path?.[name] ?? 'none'))

/** An operation changes nothing when it refuses an empty body, or students. */
const isRefused = ({ method, body, access }: DescribedRow): boolean =>
  method === 'POST' &&
  body !== undefined &&
  !isForm(body) &&
  (access === 'admin' || access === 'platformAdmin' || !z.safeParse(body, {}).success)

/** Reads that students may do come first. Those that need no caller show less of the function's rights. */
const rank = ({ method, path, access }: DescribedRow): number =>
  (method === 'GET' ? 0 : 8) +
  (['caller', 'member', 'optional'].includes(String(access)) ? 0 : access === 'anyone' ? 2 : 4) +
  (path.includes(':') ? 1 : 0)

/** The request that shows whether a domain's function works: it starts, reads the caller and changes nothing. */
export const sampleOf = ({ domain, rows }: Contract): Sample => {
  const possible = Object.values(rows).filter((row) => row.method === 'GET' || isRefused(row))
  const [row] = possible.toSorted((a, b) => rank(a) - rank(b) || a.path.length - b.path.length)
  if (row === undefined) throw new Error(`${domain} has no operation that can be sampled.`)
  return { domain, method: row.method, path: pathOf(row) }
}
