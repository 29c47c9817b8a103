import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { edgeHeaders } from '../contract/edge.ts'
import { isSharedKey } from '../identity/school/shared-key.ts'
import type { Settings } from '../settings.ts'

const isKey = (sent: string, keys: string): boolean =>
  isSharedKey(
    sent,
    keys.split(',').filter((key) => key !== 'none'),
  )

/**
 * The invocation with the host and address that the edge reports; undefined if it did not come through the edge.
 * Without an edge nothing is checked, and these headers are ignored.
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
