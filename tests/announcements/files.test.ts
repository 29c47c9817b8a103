import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  TooManyAttachments,
  UnsupportedAttachment,
  UploadNotFound,
} from '../../functions/announcements/contract.ts'
import { announcement } from '../../functions/announcements/repository.ts'
import { allTaskHandlers } from '../../functions/clock/handler.ts'
import { ContentProfane } from '../../functions/messages/contract.ts'
import { PayloadTooLarge } from '../../lib/contract/failures.ts'
import { scheduleTask } from '../../lib/scheduled/task.ts'
import { replanned } from '../attendance/events.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { sweep } from '../support/due.ts'
import { ticking } from '../support/ticking.ts'
import { type World, world } from '../support/world.ts'
import { announce, type Gathering, gathering, toldBy, words } from './announcing.ts'

let w: World
let g: Gathering

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  g = await gathering(w, 'files')
})

const pdf = Buffer.from('%PDF-1.7\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n')
const page = Buffer.from('<html>%PDF-1.7 %%EOF</html>')
const large = Buffer.concat([pdf, Buffer.alloc(4 * 1024 * 1024), pdf])
const boundary = 'x-boundary'

const part = (name: string, content: string | Uint8Array, filename?: string): Buffer => {
  const named = filename ? `; filename="${filename}"\r\ncontent-type: text/html` : ''
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${named}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')])
}

/** A form as browsers send one: several files under one name. */
const formOf = (files: readonly Uint8Array[], fields: Record<string, string> = {}, name = 'attachments') =>
  Buffer.concat([
    ...Object.entries({ content: words, ...fields }).map(([field, value]) => part(field, value)),
    ...files.map((bytes, at) => part(name, bytes, `../plan ${at}.pdf`)),
    Buffer.from(`--${boundary}--\r\n`),
  ])

const send = (...form: Parameters<typeof formOf>) =>
  g.c.owner.device.announce(g.at, {
    raw: formOf(...form),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })

const keyOf = (url: string): string => url.replace('http://media.test/', '')
const kept = (url: string) => w.runtime.gateways.media.read(keyOf(url))

describe('files of an announcement', () => {
  it('come with it as a form, and lead to mails', async () => {
    const fields = {
      sendAsOrg: 'true',
      channels: '{"inApp":false}',
      excludeUserIds: JSON.stringify([g.ben.user._id]),
      additionalEmails: JSON.stringify([w.email('more')]),
    }
    const { reply, mails } = await toldBy(w, [], () => send([pdf, pdf, pdf], fields))
    const { attachments, sendAsOrg, channels } = reply.body.data
    expect([sendAsOrg, channels]).toEqual([true, { inApp: false, email: true }])
    expect(
      attachments.map(({ filename, size }: { filename: string; size: number }) => [filename, size]),
    ).toEqual([0, 1, 2].map((at) => [`plan ${at}.pdf`, pdf.length]))
    expect(new Set(attachments.map(({ url }: { url: string }) => url)).size).toBe(3)
    for (const { url } of attachments) {
      expect(await kept(url)).toEqual(pdf)
      for (const { text } of mails) expect(text).toContain(url)
    }
    expect(mails.map(({ to }) => to).sort()).toEqual([g.cleo.email, g.gil.email, w.email('more')].sort())
  })

  // rules/announcements 10, rules/announcements 11
  it('are judged by their content before anything is kept', async () => {
    const put = vi.spyOn(w.runtime.gateways.media, 'put')
    expect(await send([pdf, page])).toMatchObject(refused(UnsupportedAttachment))
    expect(await send([pdf], { content: 'what the fuck' })).toMatchObject(refused(ContentProfane))
    expect((await send([pdf, pdf, pdf, pdf])).status).toBe(400)
    expect((await send([pdf], {}, 'virus')).status).toBe(400)
    expect(await send([large])).toMatchObject(refused(PayloadTooLarge))
    expect(put).not.toHaveBeenCalled()
    put.mockRestore()
  })

  // rules/announcements 11
  it('do not stay when the announcement cannot be stored', async () => {
    const strict = await world()
    const own = await gathering(strict, 'strict')
    for (let count = 0; count < 10; count += 1) expect((await announce(own)).status).toBe(201)
    const asked = await own.c.owner.device.requestAnnouncementUpload({
      ...own.at,
      type: 'application/pdf',
      size: pdf.length,
    })
    const { uploadId, uploadUrl } = asked.body.data
    const { media } = strict.runtime.gateways
    await media.put(keyOf(uploadUrl).replace('?signed', ''), pdf, 'application/pdf')
    const put = vi.spyOn(media, 'put')
    expect((await announce(own, { uploads: [{ uploadId }] })).status).toBe(429)
    const [key = ''] = put.mock.calls[0] ?? []
    put.mockRestore()
    expect(key).toMatch(/^announcements\//)
    expect(await media.read(key)).toBeUndefined()
  })

  // rules/announcements 13
  it('go with the announcement', async () => {
    const { body } = await send([pdf])
    const [{ url }] = body.data.attachments
    const stream = await attendanceStream(w)
    await w.table().remove(announcement, { ...g.at, id: body.data._id })
    await stream.drain()
    expect(await kept(url)).toBeUndefined()
  })
})

describe('an event that was deleted', () => {
  // rules/announcements 9
  it('takes its announcements and their files along when it is purged', async () => {
    const own = await ticking()
    const there = await gathering(own, 'purged')
    const stream = await attendanceStream(own)
    const form = {
      raw: formOf([pdf]),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    }
    const { body } = await there.c.owner.device.announce(there.at, form)
    await stream.drain()
    await replanned(own, there.at.eventId, { deletedAt: own.clock.now().toISOString() })
    const at = own.clock.now().toISOString()
    const due = { kind: 'event-purge', subject: there.at.eventId, version: '0', at }
    await own.table().write([scheduleTask({ ...own.runtime, table: own.table() }, due)])
    for (let page = 0; page < 12; page += 1) {
      own.clock.advance(60)
      await sweep(own, allTaskHandlers)
    }
    await stream.drain()
    const { items } = await own.table().list(announcement, { keyParams: there.at, limit: 9 })
    expect(items).toEqual([])
    expect(await own.runtime.gateways.media.read(keyOf(body.data.attachments[0].url))).toBeUndefined()
  })
})

describe('a larger file', () => {
  // rules/announcements 10, rules/announcements 12
  it('is put to an address of its own and named by the announcement', async () => {
    const wanted = { ...g.at, type: 'application/pdf', size: large.length }
    const asked = await g.c.owner.device.requestAnnouncementUpload(wanted)
    expect(asked.status).toBe(201)
    const { uploadId, uploadUrl } = asked.body.data
    const pending = keyOf(uploadUrl).replace('?signed', '')
    const { media } = w.runtime.gateways
    const uploads = [{ uploadId, filename: 'programme.pdf' }]
    expect(await announce(g, { uploads })).toMatchObject(refused(UploadNotFound))
    expect(await announce(g, { uploads: [{ uploadId: '../x' }] })).toMatchObject(refused(UploadNotFound))
    await media.put(pending, page, 'application/pdf')
    expect(await announce(g, { uploads })).toMatchObject(refused(UnsupportedAttachment))
    await media.put(pending, Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024), pdf]), 'application/pdf')
    expect(await announce(g, { uploads })).toMatchObject(refused(UnsupportedAttachment))
    await media.put(pending, large, 'application/pdf')
    const four = await announce(g, { uploads: [...uploads, ...uploads, ...uploads, ...uploads] })
    expect(four).toMatchObject(refused(TooManyAttachments))
    const { body } = await announce(g, { uploads })
    expect(body.data.attachments).toMatchObject([{ filename: 'programme.pdf', size: large.length }])
    expect(await kept(body.data.attachments[0].url)).toEqual(large)
    expect(await media.read(pending)).toBeUndefined()
  })

  // rules/announcements 10
  it('is a PDF of at most 10 MB', async () => {
    const ask = (more: object) => g.c.owner.device.requestAnnouncementUpload({ ...g.at, ...more })
    expect((await ask({ type: 'text/html', size: 9 })).status).toBe(400)
    expect((await ask({ type: 'application/pdf', size: 11 * 1024 * 1024 })).status).toBe(400)
  })
})
