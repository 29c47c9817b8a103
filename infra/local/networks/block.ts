import { isIP } from 'node:net'
import { hourMs } from '../../../lib/contract/time.ts'
import { blockedNetwork, rangeOf } from '../../../lib/identity/limit/networks.ts'
import type { Table } from '../../../lib/table/table.ts'
import { problem } from '../problem.ts'

export const usage = `Usage: npm run block -- <network> [hours, by default 1, at most 24; 0 ends the block] [--stage <stage>]
<network> is an address, a range such as 203.0.113.0/24 or 2001:db8:7::/48, or a value of "client" or "network" in today's log.
Without a network it lists the blocks that are in force.`

const maxHours = 24
/** Wider ranges would close out whole providers. */
const shortestPrefix = { ipv4: 16, ipv6: 32 }

/** A name of the log. */
const isName = (text: string): boolean => /^[\da-f]{12}$/.test(text)

/** The network as it is stored. Throws a problem for text that names none, or too many. */
export const networkIn = (text: string): string => {
  // One subscriber has a whole /64.
  const single = { 0: '', 4: '/32', 6: '/64' }[isIP(text)]
  const found = rangeOf(`${text}${single}`)
  if (!found) {
    if (isName(text)) return text
    throw problem(`${text} is no network. ${usage}`)
  }
  const { prefix, family } = found
  if (prefix < shortestPrefix[family])
    throw problem(`${text} is too wide: block at most /${shortestPrefix[family]} at once.`)
  return `${text}${single}`.toLowerCase()
}

/** Hours of a block. Throws a problem for anything but a number up to a day. */
export const hoursIn = (text: string): number => {
  const hours = Number(text)
  if (text.trim() !== '' && hours >= 0 && hours <= maxHours) return hours
  throw problem(`${text} are no hours: use a number up to ${maxHours}.`)
}

/** Blocks a network for some hours from now. Zero hours end the block. Returns a sentence. */
export const blockNetwork = async (
  table: Table,
  network: string,
  hours: number,
  now: Date,
): Promise<string> => {
  if (hours === 0) {
    await table.remove(blockedNetwork, { network })
    return `${network} is no longer blocked.`
  }
  const expiresAt = new Date(now.getTime() + hours * hourMs).toISOString()
  await table.put(blockedNetwork, { network, createdAt: now.toISOString(), expiresAt })
  return `${network} is blocked until ${expiresAt}.`
}
