import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaStore } from '../gateways.ts'
import { readIfThere, replaceFile } from '../local-file.ts'
import { signUpload } from './grant.ts'
import { addressUnder, checkMediaKey, originOf } from './key.ts'

export { signUpload, verifyUpload } from './grant.ts'

const placeOf = (dataDir: string, key: string): string => join(dataDir, 'media', checkMediaKey(key))

/** Media in files below `media/` of the data folder, which the local platform serves at `origin`. */
export const localMedia = (dataDir: string, origin: string): MediaStore => ({
  async put(key, bytes) {
    await replaceFile(placeOf(dataDir, key), bytes, 0o644)
  },
  async read(key) {
    return await readIfThere(placeOf(dataDir, key))
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
