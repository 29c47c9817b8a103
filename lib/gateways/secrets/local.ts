import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Secrets } from '../gateways.ts'
import { keepSecretFile } from './file.ts'
import { issuedIn, ringOf } from './ring.ts'

const fresh = (): string => `${JSON.stringify({ current: randomBytes(48).toString('base64url') })}\n`

/**
 * Secrets of this machine, in `keys/signing.json` of the data folder: made once, whoever asks first, and readable
 * by its owner alone. A rotation edits the file; it is read anew at every call.
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
