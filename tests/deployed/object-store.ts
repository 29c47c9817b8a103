import { partHash } from '../../lib/gateways/export-parts.ts'

/** A request to S3. Behind one address for all buckets the path is the key, with a slash before it. */
export type ObjectRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Buffer
}

/** The right that S3 asks for (Service Authorization Reference, Amazon S3; Amazon S3 User Guide, multipart permissions). */
export const objectActionOf = ({ method, query }: Pick<ObjectRequest, 'method' | 'query'>): string => {
  const parted = query.has('uploadId')
  if (method === 'GET' || method === 'HEAD') return parted ? 's3:ListMultipartUploadParts' : 's3:GetObject'
  if (method === 'DELETE') return parted ? 's3:AbortMultipartUpload' : 's3:DeleteObject'
  return 's3:PutObject'
}

type Reply = { readonly status: number; readonly body: Buffer }

const text = (body = '', status = 200): Reply => ({ status, body: Buffer.from(body) })

/** Objects and files in parts, as far as functions ask for them. `outside` are objects that came by another way. */
export const objectStore = (outside: (key: string) => Promise<Uint8Array | undefined>) => {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  let begun = 0

  const begin = (): Reply => {
    begun += 1
    uploads.set(`upload-${begun}`, new Map())
    return text(`<UploadId>upload-${begun}</UploadId>`)
  }
  const listOf = (parts: ReadonlyMap<number, Buffer>): string =>
    [...parts]
      .sort(([one], [other]) => one - other)
      .map(
        ([number, part]) => `<Part><PartNumber>${number}</PartNumber><ETag>"${partHash(part)}"</ETag></Part>`,
      )
      .join('')
  const inParts = ({ method, path, query, body }: ObjectRequest, id: string): Reply => {
    const parts = uploads.get(id)
    if (!parts) return text('<Code>NoSuchUpload</Code>', 404)
    if (method === 'GET') return text(`<ListPartsResult>${listOf(parts)}</ListPartsResult>`)
    if (method === 'PUT') parts.set(Number(query.get('partNumber')), body)
    if (method === 'POST') {
      if (!body.toString('utf8').includes(listOf(parts))) return text('<Code>InvalidPart</Code>', 400)
      objects.set(path, Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part)))
    }
    if (method !== 'PUT') uploads.delete(id)
    return text('', method === 'DELETE' ? 204 : 200)
  }

  return {
    /** How many files in parts were begun, and are neither whole nor given up. */
    open: () => uploads.size,
    begun: () => begun,
    async carryOut(request: ObjectRequest): Promise<Reply> {
      const { method, path, query, body } = request
      const id = query.get('uploadId')
      if (id !== null) return inParts(request, id)
      if (method === 'POST' && query.has('uploads')) return begin()
      if (method === 'PUT') objects.set(path, body)
      if (method === 'DELETE') objects.delete(path)
      if (method !== 'GET' && method !== 'HEAD') return text()
      const found = objects.get(path) ?? (await outside(path.slice(1)))
      return found ? { status: 200, body: Buffer.from(found) } : text('', 404)
    },
  }
}

export type ObjectStore = ReturnType<typeof objectStore>
