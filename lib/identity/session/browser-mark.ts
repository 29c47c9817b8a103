import { randomBytes } from 'node:crypto'
import type { Device } from '../../context.ts'

const wellFormed = /^[\w-]{20,128}$/

/** The mark of a browser: kept while it has several sign-ins open, otherwise a new one. Native apps have none. */
export const markOf = ({ native, browser }: Device): string | undefined => {
  if (native) return undefined
  const { mark = '' } = browser ?? {}
  return wellFormed.test(mark) ? mark : randomBytes(32).toString('base64url')
}
