import type { Row } from '../contract/row.ts'
import { bearerOf, type Request } from './request.ts'
import type { Response } from './respond.ts'

/** Smaller responses fit into one packet anyway. API Gateway itself would compress from about this size. */
const minBytes = 1024

const compressibleType = /^(text\/|application\/([\w.+-]*\+)?(json|xml|javascript)\b|image\/svg\+xml)/i

type Coding = 'br' | 'gzip'

const weightOf = (parameters: readonly string[]): number => {
  const given = parameters.find((each) => /^\s*q\s*=/i.test(each))
  return given === undefined ? 1 : Number(given.split('=')[1])
}

/** The better coding that a client accepts (RFC 9110, 12.5.3); undefined where it accepts neither. */
export const codingFor = (accepted = ''): Coding | undefined => {
  const weights = new Map(
    accepted.split(',').map((each) => {
      const [name = '', ...parameters] = each.split(';')
      return [name.trim().toLowerCase(), weightOf(parameters)]
    }),
  )
  const weight = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gzip] = [weight('br'), Math.max(weight('gzip'), weights.get('x-gzip') ?? 0)]
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : undefined
}

/**
 * The length of a compressed response reveals whether request data resembles a secret in it (BREACH). For this attack
 * another site has to make a browser send requests with cookies, again and again. It cannot see requests of programs.
 */
const isOfAnotherSite = (request: Request): boolean => {
  if (request.cookies.size === 0 || bearerOf(request) !== undefined) return false
  const site = request.headers['sec-fetch-site']
  return site !== 'same-origin' && site !== 'none'
}

const typeOf = ({ reply }: Row, { headers }: Response): string =>
  headers['content-type'] ?? (reply.kind === 'text' ? (reply.type ?? 'text/plain') : 'application/json')

/** Whether a response would be compressed for some client, whatever its size. */
const isCompressible = (row: Row, response: Response): boolean =>
  row.method === 'GET' &&
  (response.statusCode === 200 || response.statusCode === 304) &&
  row.reply.tokens === undefined &&
  !row.refreshToken &&
  !row.reply.secret &&
  response.cookies === undefined &&
  !response.isBase64Encoded &&
  response.headers['content-encoding'] === undefined &&
  compressibleType.test(typeOf(row, response))

const compressText = async (coding: Coding, text: string): Promise<Buffer> => {
  const [zlib, { promisify }] = await Promise.all([import('node:zlib'), import('node:util')])
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants
  const bytes = Buffer.from(text)
  if (coding === 'gzip') return promisify(zlib.gzip)(bytes)
  // Quality 4 compresses better than gzip in less time; higher qualities cost more time than they save in transfer.
  return promisify(zlib.brotliCompress)(bytes, {
    params: { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}

const withWeakTag = (headers: Record<string, string>): Record<string, string> =>
  headers.etag?.startsWith('"') ? { ...headers, etag: `W/${headers.etag}` } : headers

const withVary = ({ vary, ...headers }: Record<string, string>): Record<string, string> => ({
  ...headers,
  vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`,
})

/**
 * Compresses worthwhile responses for clients that accept it (rules/http 31 to 33). The ETag of a compressed response
 * becomes weak: the content is the same, its bytes may differ.
 */
export const compressResponse = async (
  request: Request,
  row: Row | undefined,
  response: Response,
): Promise<Response> => {
  if (!row || !isCompressible(row, response)) return response
  const headers = withVary(response.headers)
  const coding = isOfAnotherSite(request) ? undefined : codingFor(request.headers['accept-encoding'])
  if (!coding) return { ...response, headers }
  if (response.statusCode === 304) return { ...response, headers: withWeakTag(headers) }
  const { body = '' } = response
  if (Buffer.byteLength(body) < minBytes) return { ...response, headers }
  const bytes = await compressText(coding, body)
  return {
    ...response,
    headers: { ...withWeakTag(headers), 'content-encoding': coding },
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  }
}
