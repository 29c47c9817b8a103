import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { IssuedSecret, Secrets } from './gateways.ts'
import { isCode } from './local-file.ts'

const strong = z.string().check(z.minLength(32), z.maxLength(1024))
const SigningSecret = z.object({ current: strong, previous: z.optional(strong) })

/**
 * Reads `{"current": "…", "previous": "…"}`: newest first, `previous` only during a rotation. Throws an error that
 * names the place and never the content.
 */
export const ringOf = (text: string, place: string): readonly string[] => {
  const parsed = z.safeParse(SigningSecret, jsonOf(text))
  if (!parsed.success) {
    throw new Error(
      `${place} must contain JSON with "current" and optionally "previous", each of 32 characters or more.`,
    )
  }
  const { current, previous } = parsed.data
  return previous === undefined ? [current] : [current, previous]
}

const Issued = z.object({
  googleClientSecret: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  applePrivateKey: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
})

/** Reads secrets that identity providers issued, stored beside the signing secrets. */
export const issuedIn = (text: string, name: IssuedSecret): string | undefined => {
  const parsed = z.safeParse(Issued, jsonOf(text))
  return parsed.success ? parsed.data[name] : undefined
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The content of a file, or undefined when there is none. */
export const readSecretFile = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const create = (path: string, content: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporaryPath = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  writeFileSync(temporaryPath, content, { flag: 'wx', mode: 0o600, flush: true })
  try {
    // Unlike a rename, a link never replaces a file that another process has created meanwhile.
    linkSync(temporaryPath, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(temporaryPath, { force: true })
  }
}

/**
 * The content of a file with access for its owner only, in a folder with access for its owner only. The first process
 * creates it from `fresh`; it never changes afterwards.
 */
export const keepSecretFile = (path: string, fresh: () => string): string => {
  const existing = readSecretFile(path)
  if (existing !== undefined) return existing
  create(path, fresh())
  return readFileSync(path, 'utf8')
}

const fresh = (): string => `${JSON.stringify({ current: randomBytes(48).toString('base64url') })}\n`

/**
 * Secrets of this machine, in `keys/signing.json` of the data folder. The first caller creates the file, readable only
 * by its owner. A rotation edits the file; every call reads it again.
 */
export const localSecrets = (dataDir: string): Secrets => {
  const path = join(dataDir, 'keys', 'signing.json')
  return {
    async ring() {
      return ringOf(keepSecretFile(path, fresh), path)
    },
    async issued(name) {
      return issuedIn(keepSecretFile(path, fresh), name)
    },
  }
}
