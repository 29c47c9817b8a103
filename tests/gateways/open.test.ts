import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openGateways } from '../../lib/gateways/open.ts'
import { readSettings } from '../../lib/settings.ts'
import { temporaryFolder } from './temporary.ts'

const clock = () => new Date('2026-01-01T00:00:00Z')
const mail = { to: 'ann@rpi.edu', subject: 'Hello', text: 'Hello', html: 'Hello', kind: 'verify' }

const onAws = {
  STAGE: 'production',
  SECRET_ID: 'quad/signing',
  MEDIA_BUCKET: 'quad-media',
  MEDIA_ORIGIN: 'https://media.example.com',
  MAIL_FROM: 'Quad <no-reply@example.com>',
}

const open = (env: Record<string, string>) => openGateways(readSettings(env), clock)

describe('gateways', () => {
  it('are local files unless the settings name something of AWS', async () => {
    const DATA_DIR = temporaryFolder()
    const { mail: mailer, media, secrets } = open({ DATA_DIR, MEDIA_ORIGIN: 'http://localhost:3009' })
    const { id } = await mailer.send(mail)
    expect(id).toMatch(/^01KDVDNA00[0-9A-Z]{16}$/)
    expect(readdirSync(join(DATA_DIR, 'outbox'))).toEqual([`${id}.json`])
    await media.put('a.png', Buffer.from('a'), 'image/png')
    expect(existsSync(join(DATA_DIR, 'media/a.png'))).toBe(true)
    expect(media.addressOf('a.png')).toBe('http://localhost:3009/a.png')
    expect(await secrets.ring()).toHaveLength(1)
  })

  it('of AWS open without a call to anybody', () => {
    const DATA_DIR = temporaryFolder()
    const { media } = open({ ...onAws, DATA_DIR })
    expect(media.addressOf('a.png')).toBe('https://media.example.com/a.png')
    expect(() => media.addressOf('../a.png')).toThrow('Not a key')
    expect(readdirSync(DATA_DIR)).toEqual([])
  })

  it('of AWS refuse what the local ones refuse, before any call', async () => {
    const { mail: mailer, media } = open(onAws)
    await expect(mailer.send({ ...mail, to: 'a@b.c, d@e.f' })).rejects.toThrow('was refused')
    await expect(media.put('../a', Buffer.from('a'), 'image/png')).rejects.toThrow('Not a key')
  })

  it.each(['SECRET_ID', 'MEDIA_BUCKET', 'MEDIA_ORIGIN', 'MAIL_FROM'])('of AWS need %s', (name) => {
    const message = `The AWS gateways need settings that are missing: ${name}.`
    expect(() => open({ ...onAws, [name]: '' })).toThrow(message)
  })

  it('are never local in production, nor half local', () => {
    expect(() => open({ STAGE: 'production' })).toThrow('SECRET_ID, MEDIA_BUCKET, MEDIA_ORIGIN, MAIL_FROM.')
    expect(() => open({ MEDIA_BUCKET: 'quad-media' })).toThrow('SECRET_ID, MEDIA_ORIGIN, MAIL_FROM.')
    expect(() => open({ SECRET_ID: 'quad/signing' })).toThrow('MEDIA_BUCKET, MEDIA_ORIGIN, MAIL_FROM.')
  })
})
