import { BlockList, isIP, isIPv6 } from 'node:net'

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether an address is in one of a school's networks, in CIDR notation or as single addresses. */
export const isInNetworks = (address: string, networks: readonly string[]): boolean => {
  if (networks.length === 0 || isIP(address) === 0) return false
  const block = new BlockList()
  for (const network of networks) {
    const [base = '', prefix] = network.split('/')
    if (prefix === undefined) block.addAddress(base, familyOf(base))
    else block.addSubnet(base, Number(prefix), familyOf(base))
  }
  return block.check(address, familyOf(address))
}
