import * as z from 'zod/mini'

/** The largest networks that a school may name, as prefix lengths. */
const shortestPrefix = { ipv4: 16, ipv6: 32 } as const

const kinds = {
  ipv4: z.union([z.ipv4(), z.cidrv4()]),
  ipv6: z.union([z.ipv6(), z.cidrv6()]),
} as const

const isZero = (group = ''): boolean => Number.parseInt(group || '0', 16) === 0

/** IPv6 networks below `0::/32` hold IPv4 addresses in their mapped form, so one could name all of them at once. */
const coversMapped = (base: string): boolean => {
  const [first, second] = base.split(':')
  return isZero(first) && isZero(second)
}

/** Why a school cannot name this network, in one sentence; undefined if it can. A single address is a network. */
export const networkFlaw = (text: string): string | undefined => {
  const kind = (['ipv4', 'ipv6'] as const).find((name) => kinds[name].safeParse(text).success)
  if (!kind) return `"${text}" is not a network. Write it as 192.0.2.0/24 or 2001:db8::/48`
  const [base = '', length] = text.split('/')
  if (kind === 'ipv6' && coversMapped(base))
    return `"${text}" contains IPv4 addresses. Write an IPv4 network as 192.0.2.0/24`
  const shortest = shortestPrefix[kind]
  return length !== undefined && Number(length) < shortest
    ? `"${text}" is too large. Name networks of /${shortest} or smaller`
    : undefined
}
