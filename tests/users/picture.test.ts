import { describe, expect, it } from 'vitest'
import { NoFile, UnsupportedImage } from '../../functions/users/shapes.ts'
import { sniffImage } from '../../lib/gateways/image.ts'
import { type Agent, refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { world } from '../support/world.ts'

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const page = Buffer.from('GIF89a<html><script>alert(1)</script>'.padEnd(200))

const multipart = async (bytes: Uint8Array, { field = 'image', name = 'me.html', more = {} } = {}) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(more)) form.set(key, String(value))
  form.set(field, new Blob([new Uint8Array(bytes)], { type: 'text/html' }), name)
  const request = new Request('http://form.test', { method: 'POST', body: form })
  return {
    raw: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  }
}

const upload = async (device: Agent, ...form: Parameters<typeof multipart>) =>
  device.uploadUserImage({}, await multipart(...form))

const keyOf = (address: string): string => address.replace('http://media.test/', '')

describe('the own picture', () => {
  // rules/users 6
  it('gets an address of its own, named by its content; the one before it goes', async () => {
    const w = await world()
    const { device, user } = await registered(w, 'ada')
    const { media } = w.runtime.gateways
    const first = await upload(device, gif)
    expect(first.body).toEqual({
      success: true,
      message: 'Image uploaded successfully',
      imageUrl: expect.stringMatching(
        new RegExp(`^http://media.test/users/${w.home}/${user._id}/\\w+\\.webp$`),
      ),
    })
    expect(sniffImage((await media.read(keyOf(first.body.imageUrl))) ?? page)).toBe('image/webp')
    const second = await upload(device, gif)
    expect(second.body.imageUrl).not.toBe(first.body.imageUrl)
    expect(await media.read(keyOf(first.body.imageUrl))).toBeUndefined()
    expect((await device.getUser({ userId: user._id })).body.user.picture).toBe(second.body.imageUrl)
  })

  // rules/users 6
  it('is removed with its file, and others see none', async () => {
    const w = await world()
    const [{ device, user }, ben] = [await registered(w, 'ada'), await registered(w, 'ben')]
    const { imageUrl } = (await upload(device, gif)).body
    for (let times = 0; times < 2; times += 1)
      expect((await device.removeUserImage()).body).toEqual({ success: true, message: 'Picture removed' })
    expect(await w.runtime.gateways.media.read(keyOf(imageUrl))).toBeUndefined()
    expect((await ben.device.getUser({ userId: user._id })).body.user.picture).toBeUndefined()
    expect((await upload(device, gif)).status).toBe(200)
  })

  // rules/users 6
  it('is a picture, not what it says it is', async () => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    expect(await upload(device, page, { name: 'me.gif' })).toMatchObject(refused(UnsupportedImage))
    expect(await upload(device, new Uint8Array(0))).toMatchObject(refused(NoFile))
    expect(await device.uploadUserImage()).toMatchObject(refused(NoFile))
    expect((await device.uploadUserImage({ image: 'text' })).status).toBe(400)
    expect((await upload(device, gif, { field: 'file' })).status).toBe(400)
    expect((await upload(device, gif, { more: { roles: 'admin' } })).status).toBe(400)
    const large = await upload(device, Buffer.concat([gif, Buffer.alloc(4 * 1024 * 1024)]))
    expect(large).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
    expect((await device.validateToken()).body.data.user.picture).toBeUndefined()
  })

  // rules/users 7
  it('can be changed thirty times an hour', async () => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    for (let at = 0; at < 30; at += 1) expect((await upload(device, gif)).status).toBe(200)
    expect((await upload(device, gif)).body.code).toBe('RATE_LIMITED')
    w.clock.advance(3600)
    await device.refreshToken()
    expect((await upload(device, gif)).status).toBe(200)
  })
})
