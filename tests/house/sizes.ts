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

const live = ['lib', 'functions', 'infra'] as const

export const sizesOf = (...folders: string[]): FileSize[] =>
  sources(...folders).map((path) => ({ path, ...countLines(read(path)) }))

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0)

/** The smallest value that at least this share of the values does not exceed; 0 when there are none. */
export const quantile = (numbers: number[], share: number): number => {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

const folderSize = (folder: string, files: FileSize[]): FolderSize => {
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

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const report = (): void => {
  const folders = [...live.map((folder) => folderSize(folder, sizesOf(folder))), liveSize()]
  const tests = folderSize('tests', sizesOf('tests'))
  console.table(
    [...folders, tests].map(({ commentShare, ...size }) => ({ ...size, comments: percent(commentShare) })),
  )
  const ratio = tests.code / Math.max(1, liveSize().code)
  console.log(`Lines of test for each line of live code: ${ratio.toFixed(2)}`)
  const largest = sizesOf(...live).sort((a, b) => b.total - a.total)
  console.log('The ten largest files:')
  for (const { path, total, code } of largest.slice(0, 10)) console.log(`${total} (${code} code)  ${path}`)
}

if (import.meta.main) report()
