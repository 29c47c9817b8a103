import { countLines } from './code.ts'
import { read, sources } from './files.ts'

export type FileSize = { path: string; code: number; comment: number; total: number }

/** Files, lines of code (comments and blank lines left out) and share of comments of one folder. */
export type FolderSize = {
  folder: string
  files: number
  code: number
  median: number
  p90: number
  max: number
  commentShare: number
}

export const live = ['lib', 'functions', 'infra'] as const

export const sizesOf = (...folders: string[]): FileSize[] =>
  sources(...folders).map((path) => ({ path, ...countLines(read(path)) }))

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0)

/** The smallest value that at least this share of the values does not exceed; 0 when there are none. */
export const quantile = (numbers: number[], share: number): number => {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

export const folderSize = (folder: string, files: FileSize[]): FolderSize => {
  const lines = files.map(({ code }) => code)
  const comments = sum(files.map(({ comment }) => comment))
  return {
    folder,
    files: files.length,
    code: sum(lines),
    median: quantile(lines, 0.5),
    p90: quantile(lines, 0.9),
    max: Math.max(0, ...lines),
    commentShare: comments / Math.max(1, comments + sum(lines)),
  }
}

export const liveSize = (): FolderSize => folderSize('live', sizesOf(...live))
