import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

const unread = new Set(['.git', '.local', 'cdk.out', 'coverage', 'dist', 'node_modules'])

const walk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (unread.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [relative(root, path).split(sep).join('/')]
  })

const fromGit = (): string[] | undefined => {
  try {
    const argv = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    return execFileSync('git', argv, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\0')
      .filter((path) => path !== '' && existsSync(join(root, path)))
  } catch {
    // An unpacked archive has no history; every file in it counts.
    return undefined
  }
}

/** Every file of the repository that is, or is about to be, tracked: paths from the root with slashes. */
export const trackedFiles = (): string[] => [...new Set(fromGit() ?? walk(root))].sort()

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

export const exists = (path: string): boolean => existsSync(join(root, path))

/** TypeScript files below the given folders, or all of them. */
export const sources = (...folders: string[]): string[] =>
  trackedFiles().filter(
    (path) =>
      path.endsWith('.ts') &&
      (folders.length === 0 || folders.some((folder) => path.startsWith(`${folder}/`))),
  )
