import { BlockList, isIP, isIPv6 } from 'node:net'

/** The largest networks that a school may name, as prefix lengths. */
const shortestPrefix = { ipv4: 16, ipv6: 32 } as const
const longestPrefix = { ipv4: 32, ipv6: 128 } as const

type Family = keyof typeof shortestPrefix
type Network = { readonly base: string; readonly prefix: number; readonly family: Family }

/** A network in CIDR notation; a single address is a network of its own. Undefined for any other text. */
const networkOf = (text: string): Network | undefined => {
  const [, base = '', length] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  if (isIP(base) === 0) return undefined
  const family = isIPv6(base) ? 'ipv6' : 'ipv4'
  const prefix = length === undefined ? longestPrefix[family] : Number(length)
  return prefix <= longestPrefix[family] ? { base, prefix, family } : undefined
}

const blockOf = (networks: readonly Network[]): BlockList => {
  const block = new BlockList()
  for (const { base, prefix, family } of networks) block.addSubnet(base, prefix, family)
  return block
}

/** An IPv6 network that holds IPv4 addresses in their mapped form could name all of them at once. */
const coversMapped = (network: Network): boolean => {
  const mapped = { base: '::ffff:0:0', prefix: 96, family: 'ipv6' } as const
  return (
    network.family === 'ipv6' &&
    (blockOf([mapped]).check(network.base, 'ipv6') || blockOf([network]).check(mapped.base, 'ipv6'))
  )
}

/** Why a school cannot name this network, in one sentence; undefined if it can. */
export const networkFlaw = (text: string): string | undefined => {
  const network = networkOf(text)
  if (!network) return `"${text}" is not a network. Write it as 192.0.2.0/24 or 2001:db8::/48`
  if (coversMapped(network)) return `"${text}" contains IPv4 addresses. Write an IPv4 network as 192.0.2.0/24`
  const shortest = shortestPrefix[network.family]
  return network.prefix < shortest
    ? `"${text}" is too large. Name networks of /${shortest} or smaller`
    : undefined
}

/** Whether an address is in one of a school's networks. */
export const isInNetworks = (address: string, networks: readonly string[]): boolean => {
  if (networks.length === 0 || isIP(address) === 0) return false
  const named = networks.flatMap((text) => networkOf(text) ?? [])
  return blockOf(named).check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
