import { createHash } from 'node:crypto'
import { faultOf, type TableFault } from './table/fault.ts'

/** A failure that reports an underlying error carries it as its cause. */
export const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause ? error.cause : error

const maxFrames = 6

const framesOf = ({ stack = '' }: Error): readonly string[] =>
  stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, maxFrames)

/**
 * Facts of the log about an error: the part of the table, and the name and frames of what was thrown. Without the
 * message, which may quote text of people.
 */
export type FaultFacts = {
  readonly fault: TableFault | undefined
  readonly defect: { readonly name: string; readonly at?: readonly string[] }
}

export const faultFacts = (error: unknown): FaultFacts => {
  const root = rootOf(error)
  const defect = root instanceof Error ? { name: root.name, at: framesOf(root) } : { name: typeof root }
  return { fault: faultOf(error) ?? faultOf(root), defect }
}

/** A key as the log names it: keys contain ids of people. The same key always has the same hash. */
export const hashedKey = (key: string): string =>
  createHash('sha256').update(key).digest('base64url').slice(0, 12)
