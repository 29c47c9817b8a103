import { extname } from 'node:path'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { describe, expect, it, vi } from 'vitest'
import { pictureSides } from '../../lib/contract/picture.ts'
import { isForm } from '../../lib/contract/row.ts'
import { handlerFor } from '../support/handlers.ts'
import {
  formWith,
  greyPng,
  jpegWithLocation,
  look,
  png,
  pngHead,
  pngWithLocation,
  secret,
  webpWithLocation,
} from '../support/pictures.ts'
import { everySample, inWorld, prepare, type Sample } from '../support/replay.ts'

/** Pages hand their pictures to these operations, which tests/pages/clubs.test.ts follows. */
const taking = everySample.filter(({ row, name }) => row.takesPictures && !name.startsWith('pages.'))

/** Forms whose files are no pictures: announcements take PDFs, the others tables. */
const otherFiles = [
  'announcements.announce',
  'operators.previewRoster',
  'operators.saveRoster',
  'pages.changeSchool',
]

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Sends the sample of an operation with these bytes as each of its pictures. */
const send = async (
  { contract, row }: Sample,
  { place, invocation, staged }: Prepared,
  bytes: Uint8Array,
) => {
  const handler = await handlerFor(contract, place.w.runtime)
  const { media } = place.w.runtime.gateways
  let request: APIGatewayProxyEventV2 = invocation
  if (row.body && isForm(row.body)) {
    const fields = Object.entries((row.example.body ?? {}) as object).map(([name, value]) => [
      name,
      inWorld(typeof value === 'string' ? value : JSON.stringify(value), place, staged),
    ])
    const files = Object.fromEntries(
      row.body.files.filter((name) => name !== 'file').map((name) => [name, bytes]),
    )
    const { raw, headers } = await formWith(Object.fromEntries(fields), files)
    request = {
      ...invocation,
      headers: { ...invocation.headers, ...headers },
      body: Buffer.from(raw).toString('base64'),
      isBase64Encoded: true,
    }
  } else {
    const { 'demo-org-chess': orgId, 'demo-upload': uploadId } = staged
    await media.put(`pending/orgs/${place.w.home}/${orgId}/${uploadId}`, bytes, 'image/jpeg')
  }
  const put = vi.spyOn(media, 'put')
  const { statusCode, body = '' } = await handler(request)
  const stored = put.mock.calls.map(([key, content, type]) => ({ key, content, type }))
  put.mockRestore()
  return { status: statusCode, body, stored }
}

const wide = { width: 900, height: 600 }
const sources = {
  jpeg: async () => jpegWithLocation(png(wide.width, wide.height), 6),
  png: async () => pngWithLocation(wide.width, wide.height, 6),
  webp: async () => webpWithLocation(png(wide.width, wide.height), wide, 6),
}

/** Longest sides, by the folder of a key and by whether it is a second picture. */
const sideOf = (key: string, isBanner: boolean): number => {
  if (key.startsWith('users/')) return pictureSides.avatar
  if (key.startsWith('events/')) return pictureSides.event
  return isBanner ? pictureSides.banner : pictureSides.logo
}

describe('an uploaded picture', () => {
  it('is declared by every operation that takes a file, except those for other files', () => {
    const others = everySample.filter(({ row }) => row.body && isForm(row.body) && !row.takesPictures)
    expect(others.map(({ name }) => name).filter((name) => !otherFiles.includes(name))).toEqual([])
  })

  const cases = taking.flatMap((sample) =>
    (['jpeg', 'png', 'webp'] as const).map((format) => ({ ...sample, format })),
  )

  // rules/http 47, rules/http 48
  it.each(cases)('of $name, a $format, is stored without its location, upright and small', async (one) => {
    const bytes = await sources[one.format]()
    expect(bytes.includes(secret)).toBe(true)
    const { status, body, stored } = await send(one, await prepare(one), bytes)
    expect([200, 201], body).toContain(status)
    const isForCommit = !(one.row.body && isForm(one.row.body))
    expect(stored.length).toBeGreaterThan(0)
    for (const [at, { key, content, type }] of stored.entries()) {
      expect(Buffer.from(content).includes(secret)).toBe(false)
      const { corners, width, height, profiles } = await look(content)
      expect([corners, profiles]).toEqual(['brgk', []])
      const side = Math.min(wide.width, sideOf(key, at > 0 || isForCommit))
      expect([width, height]).toEqual([Math.round((side * wide.height) / wide.width), side])
      expect([type, extname(key)]).toEqual(
        one.format === 'jpeg' ? ['image/jpeg', '.jpg'] : ['image/webp', '.webp'],
      )
    }
  })

  // rules/http 49
  it.each(taking)('of $name is refused with 40 million pixels, or when it ends early', async (sample) => {
    const prepared = await prepare(sample)
    const large = Buffer.concat([pngHead(8000, 5001, 0), greyPng(1, 1).subarray(33)])
    for (const bytes of [large, png(100, 100).subarray(0, 200)]) {
      const { status, body, stored } = await send(sample, prepared, bytes)
      expect([400, 415]).toContain(status)
      expect(JSON.parse(body).code).toBe('UNSUPPORTED_IMAGE')
      expect(stored).toEqual([])
    }
  })
})
