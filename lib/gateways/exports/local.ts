import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ExportStore, PartedFile } from '../gateways.ts'
import { isCode, readIfThere, replaceFile } from '../local-file.ts'
import { checkMediaKey, originOf } from '../media/key.ts'
import { signExport } from './grant.ts'
import { chainOfParts, partHash, partsDiffer } from './parts.ts'

/** Of the owner alone: a school's data are nobody else's on this machine. */
const mode = 0o600

const partsIn = async (folder: string): Promise<string[] | undefined> => {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Exports in files below `exports/` of the data folder; `origin` hands them out to signed addresses alone. */
export const localExports = (dataDir: string, origin: string): ExportStore => {
  const placeOf = (key: string): string => join(dataDir, 'exports', checkMediaKey(key))
  const folderOf = ({ key, id }: PartedFile): string => `${placeOf(key)}.${id}.parts`
  return {
    async put(key, bytes) {
      await replaceFile(placeOf(key), bytes, mode)
    },
    async read(key) {
      return await readIfThere(placeOf(key))
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
        if ((await readIfThere(placeOf(file.key))) !== undefined) return
        throw new Error('A file was ended that nobody began.')
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
