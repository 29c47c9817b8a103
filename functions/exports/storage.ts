import { chainParts, emptyChain, partHash } from '../../lib/gateways/export-parts.ts'
import type { ExportStore } from '../../lib/gateways/gateways.ts'
import type { ExportJob } from './repository.ts'

/** S3 takes parts from 5 MiB on, and 10,000 of them. */
export const partBytes = 5 * 1024 * 1024

type StorageChange = Partial<ExportJob>

/** A name that no other attempt at the same piece has: one that is late must not replace what counts. */
const carryOf = ({ fileKey }: ExportJob, attempt: string): string => `${fileKey}.carry.${attempt}`

/** What an earlier piece wrote that is too small for a part. */
export const readCarry = async (store: ExportStore, { carryKey }: ExportJob): Promise<Uint8Array> => {
  if (carryKey === undefined) return new Uint8Array()
  const bytes = await store.read(carryKey)
  if (!bytes) throw new Error('What was carried over is gone.')
  return bytes
}

const writePart = async (store: ExportStore, job: ExportJob, bytes: Uint8Array): Promise<StorageChange> => {
  const upload = job.upload ?? (await store.begin(job.fileKey))
  await store.part({ key: job.fileKey, id: upload }, job.parts + 1, bytes)
  return { upload, parts: job.parts + 1, chain: chainParts(job.chain, partHash(bytes)) }
}

/**
 * Keeps the bytes of a piece, those carried over included, as a part, or as the carry of the next piece; `isEnd` when its
 * source has no more. The parts become the file in a piece of their own, which writes none: once they are joined, no part
 * could be written over. So a piece may be done over. `isWhole` says that the file is there.
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

/** Removes everything of an export, whether it was ended or not. */
export const dropFiles = async (
  store: ExportStore,
  { fileKey, upload, carryKey }: Pick<ExportJob, 'fileKey' | 'upload' | 'carryKey'>,
): Promise<void> => {
  if (upload !== undefined) await store.abort({ key: fileKey, id: upload })
  if (carryKey !== undefined) await store.remove(carryKey)
  await store.remove(fileKey)
}

export const emptyStorage = { parts: 0, chain: emptyChain } as const
