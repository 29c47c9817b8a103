import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isCode } from '../local-file.ts'

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
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  writeFileSync(beside, content, { flag: 'wx', mode: 0o600, flush: true })
  try {
    // Unlike a rename, a link never replaces what another process has put there meanwhile.
    linkSync(beside, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(beside, { force: true })
  }
}

/**
 * The content of a file that only its owner may read, in a folder that only its owner may enter; made from `fresh` by
 * whichever process comes first, and then never again.
 */
export const keepSecretFile = (path: string, fresh: () => string): string => {
  const there = readSecretFile(path)
  if (there !== undefined) return there
  create(path, fresh())
  return readFileSync(path, 'utf8')
}
