import { createHash } from 'node:crypto'

/** Hash of the bytes of a part, as S3 names it. */
export const partHash = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')

/** The chain of no part. */
export const emptyChain = ''

/**
 * One part more behind others. A file is joined only when its parts are the very ones that were written, in their order:
 * a writer that was thought dead may have replaced one meanwhile.
 */
export const chainParts = (chain: string, hash: string): string =>
  createHash('sha256').update(`${chain}\n${hash}`).digest('base64url')

/** The chain of some parts, by their hashes. */
export const chainOfParts = (hashes: readonly string[]): string => hashes.reduce(chainParts, emptyChain)

/** What does not match is nobody's file. */
export const partsDiffer = (): Error => new Error('The parts of a file are not those that were written.')
