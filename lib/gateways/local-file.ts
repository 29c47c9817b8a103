import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Whether an operating system error has one of these codes, such as `ENOENT`. */
export const isCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

const write = async (path: string, content: Uint8Array | string, mode: number): Promise<void> => {
  const file = await open(path, 'wx', mode)
  try {
    // The process's umask may have removed permissions that another reader needs.
    await file.chmod(mode)
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Replaces a file atomically: a reader sees the old content or the new one, never a part. */
export const replaceFile = async (
  path: string,
  content: Uint8Array | string,
  mode: number,
): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  const temporaryPath = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  try {
    await write(temporaryPath, content, mode)
    await rename(temporaryPath, path)
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
}

/** The content of a file, or undefined when there is none. */
export const readIfPresent = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(path)
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined
    throw error
  }
}
