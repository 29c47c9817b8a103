import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { chainOfParts, partHash, partsDiffer } from './export-parts.ts'
import type { ExportStore, Mailer, MediaStore, MultipartFile, Push } from './gateways.ts'
import { signExport, signUpload } from './grants.ts'
import { isCode, readIfPresent, replaceFile } from './local-file.ts'
import { checkMail } from './mail.ts'
import { addressUnder, checkMediaKey, originOf } from './media-key.ts'

/**
 * Mail on the local machine: one file `outbox/<id>.json` per message, with `{id, at, to, subject, text, html, kind,
 * headers, senderName?, replyTo?, attachments?}` and `at` in ISO 8601 UTC. Rejects the same mails as the SES gateway.
 */
export const localMail = (dataDir: string, now: () => Date, newId: () => string): Mailer => ({
  async send(mail) {
    checkMail(mail)
    const { to, subject, text, html, kind, headers = {}, senderName, replyTo, attachments } = mail
    const optional = {
      ...(senderName ? { senderName } : {}),
      ...(replyTo ? { replyTo } : {}),
      ...(attachments ? { attachments } : {}),
    }
    const content = { to, subject, text, html, kind, headers, ...optional }
    const message = { id: newId(), at: now().toISOString(), ...content }
    await replaceFile(
      join(dataDir, 'outbox', `${message.id}.json`),
      `${JSON.stringify(message, null, 2)}\n`,
      0o600,
    )
    return { id: message.id }
  },
})

/**
 * Push messages on the local machine: one file `push/<id>.json` each, with `{id, at, to, title, body, data}` and `at`
 * in ISO 8601 UTC. Every receipt reports a delivered message.
 */
export const localPush = (dataDir: string, now: () => Date, newId: () => string): Push => ({
  async send(messages) {
    return Promise.all(
      messages.map(async (message) => {
        const id = newId()
        const content = { id, at: now().toISOString(), ...message }
        await replaceFile(join(dataDir, 'push', `${id}.json`), `${JSON.stringify(content, null, 2)}\n`, 0o600)
        return { outcome: 'sent' as const, id }
      }),
    )
  },
  async receipts(ids) {
    return Object.fromEntries(ids.map((id) => [id, 'delivered' as const]))
  },
})

export { signUpload, verifyUpload } from './grants.ts'

const placeOf = (dataDir: string, key: string): string => join(dataDir, 'media', checkMediaKey(key))

/** Media files below `media/` of the data folder, which the local platform serves at `origin`. */
export const localMedia = (dataDir: string, origin: string): MediaStore => ({
  async put(key, bytes) {
    await replaceFile(placeOf(dataDir, key), bytes, 0o644)
  },
  async read(key) {
    return await readIfPresent(placeOf(dataDir, key))
  },
  async remove(key) {
    await rm(placeOf(dataDir, key), { force: true })
  },
  async uploadAddress(key, { type, maxBytes, expires }) {
    const grant = { key, type, maxBytes, expires: Math.floor(expires.getTime() / 1000) }
    return originOf(origin) + signUpload(dataDir, grant)
  },
  addressOf: (key) => addressUnder(origin, key),
})

/** Readable only by the owner: a school's data must stay private on a shared machine. */
const mode = 0o600

const partsIn = async (folder: string): Promise<string[] | undefined> => {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Export files below `exports/` of the data folder; `origin` serves them only at signed addresses. */
export const localExports = (dataDir: string, origin: string): ExportStore => {
  const placeOf = (key: string): string => join(dataDir, 'exports', checkMediaKey(key))
  const folderOf = ({ key, id }: MultipartFile): string => `${placeOf(key)}.${id}.parts`
  return {
    async put(key, bytes) {
      await replaceFile(placeOf(key), bytes, mode)
    },
    async read(key) {
      return await readIfPresent(placeOf(key))
    },
    async remove(key) {
      await rm(placeOf(key), { force: true })
    },
    async begin(key) {
      const id = randomBytes(12).toString('hex')
      await mkdir(folderOf({ key, id }), { recursive: true })
      return id
    },
    async part(file, number, bytes) {
      await replaceFile(join(folderOf(file), String(number).padStart(5, '0')), bytes, mode)
    },
    async end(file, chain) {
      const folder = folderOf(file)
      const names = await partsIn(folder)
      if (names === undefined) {
        if ((await readIfPresent(placeOf(file.key))) !== undefined) return
        throw new Error('A file was completed before it was started.')
      }
      const hashes: string[] = []
      for (const name of names) hashes.push(partHash(await readFile(join(folder, name))))
      if (chainOfParts(hashes) !== chain) throw partsDiffer()
      const draft = join(folder, '.whole')
      await rm(draft, { force: true })
      for (const name of names) {
        const target = createWriteStream(draft, { flags: 'a', mode })
        await pipeline(createReadStream(join(folder, name)), target)
      }
      await mkdir(dirname(placeOf(file.key)), { recursive: true })
      await rename(draft, placeOf(file.key))
      await rm(folder, { recursive: true, force: true })
    },
    async abort(file) {
      await rm(folderOf(file), { recursive: true, force: true })
    },
    async address(key, until) {
      return originOf(origin) + signExport(dataDir, key, until)
    },
  }
}
