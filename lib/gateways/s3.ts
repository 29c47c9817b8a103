import { days } from '../contract/time.ts'
import { type Account, type Answer, type Call, callAws, ownAccount, presign, type Site } from './aws.ts'
import { chainOfParts, partsDiffer } from './export-parts.ts'
import type { ExportStore, MediaStore, MultipartFile } from './gateways.ts'
import { addressUnder, checkMediaKey } from './media-key.ts'

// A key is written only once: a new picture gets a new key.
const forEver = 'public, max-age=31536000, immutable'

const week = 7 * days

const mediaRefusal = (method: string, { status, body }: Answer): Error => {
  const code = /<Code>(\w+)<\/Code>/.exec(body.toString('utf8'))?.[1] ?? ''
  return new Error(`S3 responded to ${method} with ${status} ${code}`.trimEnd())
}

const secondsUntil = (expires: Date): number =>
  Math.min(week, Math.max(1, Math.floor((expires.getTime() - Date.now()) / 1000)))

/**
 * Media in an S3 bucket that `origin` serves. Rejects when S3 refuses, or is unreachable after three attempts. `read`
 * needs the right to list the bucket: without it S3 answers 403 for a missing key.
 */
export const s3Media = (bucket: string, origin: string, account: Account = ownAccount('S3')): MediaStore => {
  const site: Site = { service: 's3', hostOf: (region) => `${bucket}.s3.${region}.amazonaws.com` }
  const pathOf = (key: string): string => `/${checkMediaKey(key)}`
  const call = async (one: Call, ...fine: number[]): Promise<Answer> => {
    const answer = await callAws(account, site, one)
    if (fine.includes(answer.status)) return answer
    throw mediaRefusal(one.method, answer)
  }
  return {
    async put(key, body, type) {
      const headers = { 'content-type': type, 'cache-control': forEver }
      await call({ method: 'PUT', path: pathOf(key), headers, body }, 200)
    },
    async read(key) {
      const { status, body } = await call({ method: 'GET', path: pathOf(key) }, 200, 404)
      return status === 404 ? undefined : body
    },
    async remove(key) {
      await call({ method: 'DELETE', path: pathOf(key) }, 204, 200, 404)
    },
    async uploadAddress(key, { type, maxBytes, expires }) {
      const headers = { 'content-type': type, 'content-length': String(maxBytes) }
      return await presign(
        account,
        site,
        { method: 'PUT', path: pathOf(key), headers },
        secondsUntil(expires),
      )
    },
    addressOf: (key) => addressUnder(origin, key),
  }
}

const codeIn = ({ body }: Answer): string => /<Code>(\w+)<\/Code>/.exec(body.toString('utf8'))?.[1] ?? ''

const exportRefusal = (method: string, answer: Answer): Error =>
  new Error(`S3 responded to ${method} with ${answer.status} ${codeIn(answer)}`.trimEnd())

const tagged = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

type Part = { readonly number: string; readonly hash: string }

const partsIn = (xml: string): Part[] =>
  [...xml.matchAll(/<Part>([\s\S]*?)<\/Part>/g)].map(([, part = '']) => ({
    number: tagged(part, 'PartNumber') ?? '',
    hash: (tagged(part, 'ETag') ?? '').replaceAll('&quot;', '').replaceAll('"', ''),
  }))

const listOf = (parts: readonly Part[]): Buffer =>
  Buffer.from(
    `<CompleteMultipartUpload>${parts
      .map(({ number, hash }) => `<Part><PartNumber>${number}</PartNumber><ETag>"${hash}"</ETag></Part>`)
      .join('')}</CompleteMultipartUpload>`,
  )

/**
 * Exports in a separate S3 bucket that is not public: an address contains a signature for one file, which expires.
 * Rejects when S3 refuses, or is unreachable after three attempts.
 */
export const s3Exports = (bucket: string, account: Account = ownAccount('S3')): ExportStore => {
  const site: Site = { service: 's3', hostOf: (region) => `${bucket}.s3.${region}.amazonaws.com` }
  const pathOf = (key: string): string => `/${checkMediaKey(key)}`
  const call = async (one: Call, ...fine: number[]): Promise<Answer> => {
    const answer = await callAws(account, site, one)
    if (fine.includes(answer.status)) return answer
    throw exportRefusal(one.method, answer)
  }
  const placeOf = ({ key, id }: MultipartFile, more: Readonly<Record<string, string>> = {}) => ({
    path: pathOf(key),
    query: { ...more, uploadId: id },
  })
  const isThere = async (key: string): Promise<boolean> => {
    const headers = { range: 'bytes=0-0' }
    return (await call({ method: 'GET', path: pathOf(key), headers }, 206, 200, 403, 404)).status < 300
  }
  const listParts = async (file: MultipartFile): Promise<Part[] | undefined> => {
    const parts: Part[] = []
    let marker = '0'
    for (;;) {
      const place = placeOf(file, { 'part-number-marker': marker })
      const answer = await call({ method: 'GET', ...place }, 200, 404)
      if (answer.status === 404) return undefined
      const xml = answer.body.toString('utf8')
      parts.push(...partsIn(xml))
      const next = tagged(xml, 'NextPartNumberMarker')
      if (tagged(xml, 'IsTruncated') !== 'true' || next === undefined) return parts
      marker = next
    }
  }
  return {
    async put(key, body) {
      await call({ method: 'PUT', path: pathOf(key), body }, 200)
    },
    async read(key) {
      const { status, body } = await call({ method: 'GET', path: pathOf(key) }, 200, 403, 404)
      return status === 200 ? body : undefined
    },
    async remove(key) {
      await call({ method: 'DELETE', path: pathOf(key) }, 204, 200, 404)
    },
    async begin(key) {
      const { body } = await call({ method: 'POST', path: pathOf(key), query: { uploads: '' } }, 200)
      const id = tagged(body.toString('utf8'), 'UploadId')
      if (id === undefined) throw new Error('S3 started an upload without an upload id.')
      return id
    },
    async part(file, number, body) {
      await call({ method: 'PUT', ...placeOf(file, { partNumber: String(number) }), body }, 200)
    },
    async end(file, chain) {
      const parts = await listParts(file)
      if (parts === undefined) {
        if (await isThere(file.key)) return
        throw new Error('A file was completed before it was started.')
      }
      if (chainOfParts(parts.map(({ hash }) => hash)) !== chain) throw partsDiffer()
      const answer = await call({ method: 'POST', ...placeOf(file), body: listOf(parts) }, 200)
      // A response with status 200 may still contain an error (Amazon S3 API, CompleteMultipartUpload).
      if (codeIn(answer) !== '') throw exportRefusal('POST', answer)
    },
    async abort(file) {
      await call({ method: 'DELETE', ...placeOf(file) }, 204, 200, 404)
    },
    async address(key, until) {
      const name = key.split('/').at(-1) ?? ''
      const query = { 'response-content-disposition': `attachment;filename="${name}"` }
      const seconds = Math.max(1, Math.floor((until.getTime() - Date.now()) / 1000))
      return await presign(account, site, { method: 'GET', path: pathOf(key), query }, seconds)
    },
  }
}
