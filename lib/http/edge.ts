import { createHash, timingSafeEqual } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { edgeHeaders } from '../contract/edge.ts'
import type { Settings } from '../settings.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const isKey = (sent: string, keys: string): boolean => {
  const sentDigest = digest(sent)
  const known = keys.split(',').filter((key) => key !== 'none')
  // All of them, so that the time it takes tells nothing.
  return known.filter((key) => timingSafeEqual(digest(key), sentDigest)).length > 0
}

/**
 * The invocation with the host and the address that the edge found, where there is an edge; undefined for one that did not
 * come through it. Without an edge nobody is asked, and whoever sends these headers changes nothing.
 */
export const throughEdge = <I extends APIGatewayProxyEventV2>(
  invocation: I,
  { EDGE_KEYS: keys }: Pick<Settings, 'EDGE_KEYS'>,
): I | undefined => {
  if (keys === undefined) return invocation
  const { [edgeHeaders.key]: key, ...rest } = invocation.headers
  const { [edgeHeaders.host]: host, [edgeHeaders.address]: address, ...headers } = rest
  if (!key || !host || !address || !isKey(key, keys)) return undefined
  const { requestContext } = invocation
  return {
    ...invocation,
    headers: { ...headers, host },
    requestContext: {
      ...requestContext,
      domainName: host,
      http: { ...requestContext.http, sourceIp: address },
    },
  }
}
