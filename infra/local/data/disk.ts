import { statfsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { type Answer, gatewayAnswer } from '../http/answer.ts'

/** The engine writes a journal beside the table. Below this, the next write may fail. */
const minBytes = 16 * 1024 * 1024

export const fullDisk = (folder: string): string =>
  `The disk that holds ${folder} is full: free some space, or set DATA_DIR to a folder on another one.`

const freeBytesOf = (folder: string): number => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Whether the disk has no room for the next writes of a table. */
export const isFull = (folder: string, freeBytes = freeBytesOf): boolean => freeBytes(folder) < minBytes

/**
 * Checks every 5 seconds whether the disk is full, and logs it once. While it is full, `page` answers for `/health`.
 */
export const guardDisk = (folder: string, log: (line: string) => void, freeBytes = freeBytesOf) => {
  let full = false
  const look = (): void => {
    const now = isFull(folder, freeBytes)
    if (now !== full) log(now ? fullDisk(folder) : `The disk that holds ${folder} has room again.`)
    full = now
  }
  look()
  const timer = setInterval(look, 5000)
  return {
    stop: () => clearInterval(timer),
    page: ({ url }: IncomingMessage): Answer | undefined => {
      if (!/^\/(?:admin\/)?health(?:\?|$)/.test(url ?? '') || !isFull(folder, freeBytes)) return undefined
      return gatewayAnswer(503, fullDisk(folder))
    },
  }
}
