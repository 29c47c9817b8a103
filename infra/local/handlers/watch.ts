import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

const quiet = 40

const isCode = (name: string | null): boolean => name !== null && /^[^.].*\.(ts|json|html|css|js)$/.test(name)

const foldersBelow = (folder: string): string[] => {
  try {
    const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    return [folder, ...inner.flatMap((entry) => foldersBelow(join(folder, entry.name)))]
  } catch {
    return []
  }
}

/**
 * Calls `changed` once after each burst of edits to code below these folders. Returns a function that stops watching.
 * Folders are watched one by one: a recursive watch follows the file, not its name. It would lose the second save of
 * editors that write a new file and rename it.
 */
export const watchFolders = (folders: readonly string[], changed: (file: string) => void): (() => void) => {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  const forget = (folder: string): void => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const tell = (file: string): void => {
    clearTimeout(timer)
    timer = setTimeout(() => changed(file), quiet)
  }
  const add = (folder: string): void => {
    if (watchers.has(folder)) return
    try {
      const watcher = watch(folder, (_kind, name) => {
        const before = watchers.size
        if (name !== null && !isCode(name)) follow(join(folder, name))
        if (isCode(name) || watchers.size > before) tell(name ?? folder)
      })
      watchers.set(
        folder,
        watcher.on('error', () => forget(folder)),
      )
    } catch {
      // The folder disappeared before it could be watched.
    }
  }
  const follow = (root: string): void => {
    const present = foldersBelow(root)
    if (present.length === 0) forget(root)
    for (const folder of present) add(folder)
  }
  for (const folder of folders) follow(folder)
  return () => {
    clearTimeout(timer)
    for (const folder of [...watchers.keys()]) forget(folder)
  }
}
