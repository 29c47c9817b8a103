import { chainParts, emptyChain, partHash } from '../../lib/gateways/export-parts.ts'
import type { ExportStore } from '../../lib/gateways/gateways.ts'
import type { ExportJob } from './repository.ts'

/** S3 accepts parts of at least 5 MiB, and 10,000 of them. */
export const partBytes = 5 * 1024 * 1024

type StorageChange = Partial<ExportJob>

/** A name that is unique to the attempt: a late attempt must not replace the one that counts. */
const carryOf = ({ fileKey }: ExportJob, attempt: string): string => `${fileKey}.carry.${attempt}`

/** Bytes of an earlier piece that were too few for a part. */
export const readCarry = async (store: ExportStore, { carryKey }: ExportJob): Promise<Uint8Array> => {
  if (carryKey === undefined) return new Uint8Array()
  const bytes = await store.read(carryKey)
  if (!bytes) throw new Error('The data carried over between runs is missing.')
  return bytes
}

const writePart = async (store: ExportStore, job: ExportJob, bytes: Uint8Array): Promise<StorageChange> => {
  const upload = job.upload ?? (await store.begin(job.fileKey))
  await store.part({ key: job.fileKey, id: upload }, job.parts + 1, bytes)
  return { upload, parts: job.parts + 1, chain: chainParts(job.chain, partHash(bytes)) }
}

/**
 * Stores the bytes of a piece, including those carried over, as a part or as the carry of the next piece. `isEnd`: the
 * source has no more. A separate piece joins the parts into the file and writes none: after the join, no part could be
 * replaced. So every piece may be repeated. `isWhole`: the file is complete.
 */
export const keepPiece = async (
  store: ExportStore,
  job: ExportJob,
  bytes: Uint8Array,
  { isEnd, attempt }: { readonly isEnd: boolean; readonly attempt: string },
): Promise<{ readonly stored: StorageChange; readonly isWhole: boolean }> => {
  if (!isEnd && bytes.length < partBytes) {
    const carryKey = carryOf(job, attempt)
    await store.put(carryKey, bytes)
    return { stored: { carryKey }, isWhole: false }
  }
  if (isEnd && job.upload === undefined) {
    await store.put(job.fileKey, bytes)
    return { stored: {}, isWhole: true }
  }
  if (bytes.length > 0 || job.upload === undefined)
    return { stored: await writePart(store, job, bytes), isWhole: false }
  await store.end({ key: job.fileKey, id: job.upload }, job.chain)
  return { stored: {}, isWhole: true }
}

/** Removes all files of an export, whether it has ended or not. */
export const dropFiles = async (
  store: ExportStore,
  { fileKey, upload, carryKey }: Pick<ExportJob, 'fileKey' | 'upload' | 'carryKey'>,
): Promise<void> => {
  if (upload !== undefined) await store.abort({ key: fileKey, id: upload })
  if (carryKey !== undefined) await store.remove(carryKey)
  await store.remove(fileKey)
}

export const emptyStorage = { parts: 0, chain: emptyChain } as const
