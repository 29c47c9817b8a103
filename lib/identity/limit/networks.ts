import { createHmac } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import * as z from 'zod/mini'
import { faultFacts } from '../../fault-facts.ts'
import type { Runtime } from '../../runtime.ts'
import { entity } from '../../table/entity.ts'
import { meter } from '../../table/meter.ts'
import { openTable, type Table } from '../../table/table.ts'
import { platformKey } from '../school/schools.ts'
import { sourceOf } from './limits.ts'

/**
 * A network whose requests are refused until `expiresAt`: a range such as `203.0.113.0/24`, or the name that the log
 * gave an address or network on that day.
 */
const BlockedNetwork = z.object({ network: z.string(), createdAt: z.string(), expiresAt: z.string() })
export const blockedNetwork = entity('BlockedNetwork', BlockedNetwork, {
  scope: 'global',
  pk: 'NETWORKS',
  sk: 'BLOCK#{network}',
  ttl: 'expiresAt',
})

/** The key of one day (UTC) for names of addresses in the log. Without it nobody can compute a name. */
const AddressKey = z.object({ day: z.string(), secret: z.string(), expiresAt: z.string() })
type AddressKey = z.infer<typeof AddressKey>
export const addressKey = entity('AddressKey', AddressKey, {
  scope: 'global',
  pk: 'NETWORKS',
  sk: 'KEY#{day}',
  ttl: 'expiresAt',
})

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/** Names of an address in the log. */
export type AddressNames = {
  /** The address, or the /64 network of an IPv6 address. */
  readonly client: string
  /** Its /24 network, or /48 of an IPv6 address. */
  readonly network: string
}

const networkOf = (source: string): string =>
  isIPv6(source.split('/', 1)[0] ?? '')
    ? source.split(':').slice(0, 3).join(':')
    : source.split('.').slice(0, 3).join('.')

const nameOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex').slice(0, 12)

/** The same address or network has the same names within a day, and other names on the next. */
export const addressNames = (secret: string, address: string): AddressNames => {
  const source = sourceOf(address)
  return {
    client: nameOf(secret, `client ${source}`),
    network: nameOf(secret, `network ${networkOf(source)}`),
  }
}

const range = /^([\d.]+|[\da-f:.]+)\/(\d{1,3})$/i

/** Parses a range such as `203.0.113.0/24`. Undefined for any other text. */
export const rangeOf = (
  text: string,
): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | undefined => {
  const [, address = '', prefix = ''] = range.exec(text) ?? []
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  try {
    new BlockList().addSubnet(address, Number(prefix), family)
    return { address, prefix: Number(prefix), family }
  } catch {
    return undefined
  }
}

/** What a process knows about networks. */
type NetworkRules = {
  readonly keys: readonly AddressKey[]
  readonly ranges: BlockList
  readonly named: ReadonlySet<string>
}

const nothing: NetworkRules = { keys: [], ranges: new BlockList(), named: new Set() }

/** Blocks that are in force, at most a hundred. */
export const listBlocks = async (table: Table): Promise<readonly z.infer<typeof BlockedNetwork>[]> =>
  (await table.list(blockedNetwork, { keyParams: {}, limit: 100 })).items

const readRules = async ({ client, now }: Pick<Runtime, 'client' | 'now'>): Promise<NetworkRules> => {
  const table = openTable({ client, tenant: platformKey, now, meter: meter() })
  const [blocks, { items: keys }] = await Promise.all([
    listBlocks(table),
    table.list(addressKey, { keyParams: {}, limit: 10 }),
  ])
  const ranges = new BlockList()
  const named = new Set<string>()
  for (const { network } of blocks) {
    const found = rangeOf(network)
    if (found) ranges.addSubnet(found.address, found.prefix, found.family)
    else named.add(network)
  }
  return { keys, ranges, named }
}

type CachedRules = { readonly readAt: number; readonly rules: Promise<NetworkRules> }
const cached = new WeakMap<object, CachedRules>()

type NetworkContext = Pick<Runtime, 'client' | 'now' | 'settings' | 'log'>

/** One read serves all requests of a process for `NETWORK_RULES_SECONDS`. If it fails, the former rules stay. */
const findRules = (runtime: NetworkContext): Promise<NetworkRules> => {
  const now = runtime.now().getTime()
  const known = cached.get(runtime.client)
  if (known && Math.abs(now - known.readAt) < runtime.settings.NETWORK_RULES_SECONDS * 1000)
    return known.rules
  const rules = readRules(runtime).catch((error: unknown) => {
    runtime.log({ level: 'warn', operation: 'networks.read', outcome: 'failed', ...faultFacts(error) })
    return known?.rules ?? nothing
  })
  cached.set(runtime.client, { readAt: now, rules })
  return rules
}

/** The names of the sender's address, if today has a key, and whether the sender is blocked. */
export type SenderCheck = Partial<AddressNames> & { readonly blocked: boolean }

/** Checks the sender of a request. With `NETWORK_RULES_SECONDS=0` nobody is blocked or named. */
export const checkSender = async (runtime: NetworkContext, address: string): Promise<SenderCheck> => {
  if (runtime.settings.NETWORK_RULES_SECONDS === 0) return { blocked: false }
  const { keys, ranges, named } = await findRules(runtime)
  const today = dayOf(runtime.now())
  const secret = keys.find(({ day }) => day === today)?.secret
  const names = secret === undefined ? undefined : addressNames(secret, address)
  const [bare = ''] = address.split('%')
  const inRange = ranges.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
  const isNamed = names !== undefined && (named.has(names.client) || named.has(names.network))
  return { ...names, blocked: inRange || isNamed }
}
