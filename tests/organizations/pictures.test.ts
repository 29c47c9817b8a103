import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  BannerNotAFile,
  UnsupportedImage,
  UploadNotFound,
} from '../../functions/organizations/contract/failures.ts'
import { PayloadTooLarge } from '../../lib/contract/failures.ts'
import { sniffImage } from '../../lib/gateways/image.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

let w: World
let ada: Person

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  ada = await registered(w, 'ada', { username: 'ada' })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const boundary = 'x-boundary'

const part = (name: string, file: boolean, content: string | Uint8Array): Buffer => {
  const named = file ? `; filename="${name}.html"\r\ncontent-type: text/html` : ''
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${named}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')])
}

/** A multipart request, as browsers send one. */
const sent = (fields: Record<string, string>, files: readonly (readonly [string, Uint8Array])[]) => ({
  raw: Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => part(name, false, value)),
    ...files.map(([name, bytes]) => part(name, true, bytes)),
    Buffer.from(`--${boundary}--\r\n`),
  ]),
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
})

let names = 0
const fields = () => {
  names += 1
  return { org_name: `Pictured ${names}`, org_description: 'With a picture' }
}

const keyOf = (address: string): string => address.replace('http://media.test/', '')
/** The type of the file behind an address; undefined when there is none. */
const kept = async (address: string) => {
  const bytes = await w.runtime.gateways.media.read(keyOf(address))
  return bytes && sniffImage(bytes)
}

describe('pictures of an organization', () => {
  it('come with it, each under a key of its own, whatever the client called them', async () => {
    const files = [
      ['image', png],
      ['bannerImage', png],
    ] as const
    const reply = await ada.device.createOrganization({}, sent(fields(), files))
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    const { org_profile_image: profile, org_banner_image: banner, _id } = reply.body.org
    expect(profile).toMatch(new RegExp(`/orgs/${w.home}/${_id}/[0-9A-Z]{26}\\.webp$`))
    expect(banner).not.toBe(profile)
    expect([await kept(profile), await kept(banner)]).toEqual(['image/webp', 'image/webp'])
  })

  // rules/organizations 18
  it('are replaced, and the old one goes; an empty banner and `removeLogo` take them away', async () => {
    const { body } = await ada.device.createOrganization({}, sent(fields(), [['image', png]]))
    const { _id: orgId, org_profile_image: old } = body.org
    const edited = await ada.device.editOrganization(
      {},
      sent({ orgId }, [
        ['image', png],
        ['bannerImage', png],
      ]),
    )
    const { org_profile_image: fresh, org_banner_image: banner } = edited.body.org
    expect(fresh).not.toBe(old)
    expect([await kept(old), await kept(fresh)]).toEqual([undefined, 'image/webp'])
    // Existing clients send the address of the banner that stands along with other fields.
    const same = await ada.device.editOrganization({ orgId, org_banner_image: banner, unlisted: true })
    expect(same.body.org).toMatchObject({ org_banner_image: banner, unlisted: true })
    const other = await ada.device.editOrganization({ orgId, org_banner_image: 'https://a.test/b.png' })
    expect(other).toMatchObject(refused(BannerNotAFile))
    const cleared = await ada.device.editOrganization({ orgId, org_banner_image: '' })
    expect(cleared.body.org.org_banner_image).toBeNull()
    expect(await kept(banner)).toBeUndefined()
    const bare = await ada.device.editOrganization({ orgId, removeLogo: true })
    expect(bare.body.org.org_profile_image).toBe('/Logo.svg')
    expect(await kept(fresh)).toBeUndefined()
    // A new file wins, and a logo that is not there is not removed twice.
    const again = await ada.device.editOrganization({}, sent({ orgId, removeLogo: 'true' }, [['image', png]]))
    expect(await kept(again.body.org.org_profile_image)).toBe('image/webp')
    for (const removeLogo of [true, true])
      expect((await ada.device.editOrganization({ orgId, removeLogo })).status).toBe(200)
  })

  // rules/organizations 16
  it('are judged by their content, and nothing is made with one that is none', async () => {
    const wanted = fields()
    const page = Buffer.from(`<html>${'x'.repeat(100)}</html>`)
    const files = [
      ['image', png],
      ['bannerImage', page],
    ] as const
    const put = vi.spyOn(w.runtime.gateways.media, 'put')
    const reply = await ada.device.createOrganization({}, sent(wanted, files))
    expect(reply).toMatchObject(refused(UnsupportedImage))
    expect(put).not.toHaveBeenCalled()
    put.mockRestore()
    expect((await ada.device.getOrganizationByName({ name: wanted.org_name })).status).toBe(404)
  })

  // rules/organizations 17
  it('leave no organization when they cannot be kept, and no picture when the name is taken', async () => {
    const wanted = fields()
    const { media } = w.runtime.gateways
    const broken = vi.spyOn(media, 'put').mockRejectedValue(new Error('no room'))
    const log = vi.spyOn(console, 'error').mockReturnValue()
    expect((await ada.device.createOrganization({}, sent(wanted, [['image', png]]))).status).toBe(500)
    broken.mockRestore()
    log.mockRestore()
    expect((await ada.device.createOrganization(wanted)).status).toBe(201)
    const put = vi.spyOn(media, 'put')
    expect((await ada.device.createOrganization({}, sent(wanted, [['image', png]]))).status).toBe(409)
    const key = put.mock.calls[0]?.[0] ?? ''
    put.mockRestore()
    expect(key).not.toBe('')
    expect(await media.read(key)).toBeUndefined()
  })

  it.each([
    [
      'two files of one name',
      [
        ['image', png],
        ['image', png],
      ] as const,
    ],
    ['a file that has no place', [['virus', png]] as const],
  ])('are refused: %s', async (_, files) => {
    const reply = await ada.device.createOrganization({}, sent(fields(), files))
    expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_ERROR'])
  })

  it('are refused when they are too large', async () => {
    const large = Buffer.concat([png, Buffer.alloc(4 * 1024 * 1024)])
    const reply = await ada.device.createOrganization({}, sent(fields(), [['image', large]]))
    expect(reply).toMatchObject(refused(PayloadTooLarge))
  })
})

describe('a larger picture', () => {
  // rules/organizations 19
  it('is put to an address of its own and committed after a look at it', async () => {
    const { orgId } = await founded(ada)
    const asked = await ada.device.requestOrgUpload({ orgId, type: 'image/png', size: 5_000_000 })
    expect(asked.status).toBe(201)
    const { uploadId, uploadUrl } = asked.body.data
    expect(uploadUrl).toContain(`pending/orgs/${w.home}/${orgId}/${uploadId}`)
    const commit = (id: string) => ada.device.commitOrgUpload({ orgId, uploadId: id, kind: 'image' })
    expect(await commit(uploadId)).toMatchObject(refused(UploadNotFound))
    const pending = `pending/orgs/${w.home}/${orgId}/${uploadId}`
    await w.runtime.gateways.media.put(pending, Buffer.from('no picture'), 'image/png')
    expect(await commit(uploadId)).toMatchObject(refused(UnsupportedImage))
    // rules/http 50
    expect(await w.runtime.gateways.media.read(pending)).toBeUndefined()
    await w.runtime.gateways.media.put(pending, png, 'image/png')
    const { body } = await commit(uploadId)
    expect(await kept(body.org.org_profile_image)).toBe('image/webp')
    expect(await w.runtime.gateways.media.read(pending)).toBeUndefined()
    expect(await commit('..%2f..%2fother')).toMatchObject(refused(UploadNotFound))
  })

  // rules/organizations 20
  it('has a size and a type that were asked for', async () => {
    const { orgId } = await founded(ada)
    for (const wrong of [{ size: 6_000_000 }, { size: 0 }, { type: 'image/svg+xml' }]) {
      const reply = await ada.device.requestOrgUpload({ orgId, type: 'image/png', size: 10, ...wrong })
      expect(reply.body.code).toBe('VALIDATION_ERROR')
    }
  })
})
