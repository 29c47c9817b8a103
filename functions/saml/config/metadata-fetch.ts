import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { mostMetadata } from './idp-metadata.ts'

const inner = new BlockList()
const networks4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
for (const network of networks4.split(' ')) {
  const [address = '', bits] = network.split('/')
  inner.addSubnet(address, Number(bits), 'ipv4')
}
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
// Addresses that stand for others: documentation, Teredo, 6to4.
const inner6 = new BlockList()
for (const network of ['2001:db8::/32', '2001::/32', '2002::/16']) {
  const [address = '', bits] = network.split('/')
  inner6.addSubnet(address, Number(bits), 'ipv6')
}

/** Whether an address belongs to the open internet and not to this network, this machine or the cloud around it. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !inner.check(address, 'ipv4')
  return version === 6 && global6.check(address, 'ipv6') && !inner6.check(address, 'ipv6')
}

/** How a document is fetched; tests bring their own names and certificates. */
export type Wire = {
  resolve(host: string): Promise<readonly string[]>
  mayReach(address: string): boolean
  readonly port?: number
  readonly ca?: string
}

export const openInternet: Wire = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  mayReach: isPublicAddress,
}

const patience = 5000

const read = (url: URL, address: string, { port, ca }: Wire): Promise<string | undefined> =>
  new Promise((resolve) => {
    const give = (): void => resolve(undefined)
    const call = request({
      // The connection goes to the address that was looked at, whatever the name stands for a moment later.
      host: address,
      servername: url.hostname,
      port: port ?? 443,
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, accept: 'application/samlmetadata+xml, application/xml, text/xml' },
      signal: AbortSignal.timeout(patience),
      agent: false,
      ...(ca === undefined ? {} : { ca }),
    })
    call.on('error', give)
    call.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      // A redirect would lead to an address that nobody has looked at.
      if (response.statusCode !== 200) {
        call.destroy()
        return give()
      }
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > mostMetadata) call.destroy()
        else chunks.push(chunk)
      })
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      response.on('error', give)
      response.on('close', give)
    })
    call.end()
  })

/**
 * Fetches a document over https from the open internet: no redirects, no other port, at most a megabyte, within five
 * seconds. Undefined when that does not work, without saying why: nobody learns what stands behind an address.
 */
export const fetchDocument = async (
  address: string,
  wire: Wire = openInternet,
): Promise<string | undefined> => {
  try {
    const url = new URL(address)
    if (url.protocol !== 'https:' || url.port !== '' || isIP(url.hostname.replace(/^\[|\]$/g, '')))
      return undefined
    const found = await wire.resolve(url.hostname)
    const [first] = found
    if (first === undefined || !found.every((each) => wire.mayReach(each))) return undefined
    return await read(url, first, wire)
  } catch {
    return undefined
  }
}
