import { Resolver } from 'node:dns/promises'
import type { NameLookup } from './gateways.ts'

/** Per try, in milliseconds. Two tries end long before any function's timeout. */
const timeoutMs = 2000
const tries = 2
const maxRecords = 100

/** Errors that mean that the record does not exist, rather than that no server responded. */
const absent = new Set(['ENODATA', 'ENOTFOUND'])

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Queries the machine's name servers, or `servers`. Pieces of a long record are joined. */
export const systemLookup = (servers: readonly string[] = []): NameLookup => ({
  async txt(name) {
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers.length > 0) resolver.setServers(servers)
    try {
      const records = await resolver.resolveTxt(name)
      return records.slice(0, maxRecords).map((pieces) => pieces.join(''))
    } catch (error) {
      return absent.has(codeOf(error)) ? [] : undefined
    }
  },
})
