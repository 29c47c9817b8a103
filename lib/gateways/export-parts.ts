import { createHash } from 'node:crypto'

/** Hash of a part's bytes, in S3's form. */
export const partHash = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')

/** The chain of no parts. */
export const emptyChain = ''

/**
 * Adds a part to a chain. A file is joined only if its parts are exactly those written, in their order: a writer
 * presumed dead may have replaced one.
 */
export const chainParts = (chain: string, hash: string): string =>
  createHash('sha256').update(`${chain}\n${hash}`).digest('base64url')

/** The chain of several parts, from their hashes. */
export const chainOfParts = (hashes: readonly string[]): string => hashes.reduce(chainParts, emptyChain)

/** Parts that do not match must not be joined. */
export const partsDiffer = (): Error =>
  new Error('The parts of the file differ from those that were written.')
