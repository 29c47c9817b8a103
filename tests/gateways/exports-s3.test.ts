import { describe, expect, it, vi } from 'vitest'
import { chainOfParts, partHash } from '../../lib/gateways/export-parts.ts'
import { s3Exports } from '../../lib/gateways/s3.ts'
import { accountAt, isWellPresigned, isWellSigned } from './account.ts'
import { type Received, serverFor } from './temporary.ts'

type Answer = { status: number; body?: string }

const bucketThat = async (answer: (received: Received, attempt: number) => Answer) => {
  const received: Received[] = []
  const endpoint = await serverFor((one) => answer(one, received.push(one)))
  return { exports: s3Exports('bucket', accountAt(endpoint)), received, endpoint }
}

const [one, two] = [Buffer.from('first part'), Buffer.from('second part')]
const chain = chainOfParts([one, two].map(partHash))
const file = { key: 'demo/1/school.jsonl', id: 'an+id/' }

const listed = (number: number, bytes: Uint8Array): string =>
  `<Part><PartNumber>${number}</PartNumber><ETag>&quot;${partHash(bytes)}&quot;</ETag></Part>`

const pageOf = (parts: string, next?: number): string =>
  `<ListPartsResult>${parts}<IsTruncated>${next !== undefined}</IsTruncated>${
    next === undefined ? '' : `<NextPartNumberMarker>${next}</NextPartNumberMarker>`
  }</ListPartsResult>`

const isListing = ({ request }: Received): boolean =>
  request.method === 'GET' && (request.url ?? '').includes('uploadId=')
const marker = ({ request }: Received): string =>
  new URL(request.url ?? '', 'http://s3').searchParams.get('part-number-marker') ?? ''

/** Two parts, on two pages. */
const twoParts = (received: Received): Answer => {
  if (!isListing(received)) return { status: 200, body: '<CompleteMultipartUploadResult/>' }
  return { status: 200, body: marker(received) === '0' ? pageOf(listed(1, one), 1) : pageOf(listed(2, two)) }
}

describe('a bucket of exports', () => {
  it('begins a file, takes its parts and joins them, each request signed', async () => {
    const { exports, received } = await bucketThat((request) =>
      request.request.url?.includes('uploads=')
        ? { status: 200, body: '<UploadId>an+id/</UploadId>' }
        : twoParts(request),
    )
    const id = await exports.begin(file.key)
    expect(id).toBe(file.id)
    await exports.part(file, 1, one)
    await exports.part(file, 2, two)
    await exports.end(file, chain)
    expect(received.every(isWellSigned)).toBe(true)
    expect(received.map(({ request }) => `${request.method} ${request.url?.split('?')[1]}`)).toEqual([
      'POST uploads=',
      'PUT partNumber=1&uploadId=an%2Bid%2F',
      'PUT partNumber=2&uploadId=an%2Bid%2F',
      'GET part-number-marker=0&uploadId=an%2Bid%2F',
      'GET part-number-marker=1&uploadId=an%2Bid%2F',
      'POST uploadId=an%2Bid%2F',
    ])
    expect(String(received.at(-1)?.body)).toContain(
      `<PartNumber>2</PartNumber><ETag>"${partHash(two)}"</ETag>`,
    )
  })

  it('joins nothing where a part was replaced', async () => {
    const { exports, received } = await bucketThat(twoParts)
    await expect(exports.end(file, chainOfParts([one, one].map(partHash)))).rejects.toThrow(
      'differ from those',
    )
    expect(received.every(isListing)).toBe(true)
  })

  it('takes an error in an answer that began well for one', async () => {
    const { exports } = await bucketThat((request) =>
      isListing(request)
        ? twoParts(request)
        : { status: 200, body: '<Error><Code>InternalError</Code></Error>' },
    )
    await expect(exports.end(file, chain)).rejects.toThrow('S3 responded to POST with 200 InternalError')
  })

  it('knows a file that was ended before from one that nobody began', async () => {
    const ended = await bucketThat((request) => ({ status: isListing(request) ? 404 : 206, body: 'x' }))
    await ended.exports.end(file, chain)
    const unknown = await bucketThat(() => ({ status: 404 }))
    await expect(unknown.exports.end(file, chain)).rejects.toThrow('before it was started')
  })

  it('keeps small pieces, and gives up and removes what is there or not', async () => {
    const { exports, received } = await bucketThat(({ request }) => ({
      status: request.method === 'DELETE' ? 404 : request.url === '/a' ? 200 : 403,
      body: 'piece',
    }))
    await exports.put('a', one)
    expect(String(await exports.read('a'))).toBe('piece')
    expect(await exports.read('b')).toBeUndefined()
    await exports.abort(file)
    await exports.remove('a')
    expect(received.every(isWellSigned)).toBe(true)
    await expect(exports.put('b', one)).rejects.toThrow('S3 responded to PUT with 403')
  })

  it('hands a file out under its name, to whoever has an address that ends', async () => {
    const { exports, endpoint } = await bucketThat(() => ({ status: 200 }))
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T12:00:00.000Z') })
    const address = await exports.address(file.key, new Date(Date.now() + 300_500))
    vi.useRealTimers()
    expect(address.startsWith(`${endpoint}/demo/1/school.jsonl?`)).toBe(true)
    const query = new URL(address).searchParams
    expect(query.get('response-content-disposition')).toBe('attachment;filename="school.jsonl"')
    expect(query.get('X-Amz-Expires')).toBe('300')
    expect(isWellPresigned(address, {}, 'GET')).toBe(true)
  })
})
