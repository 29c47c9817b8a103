import { existsSync, watch } from 'node:fs'

const quiet = 40

const isCode = (name: string | null): boolean =>
  name !== null && /(^|\/)[^./][^/]*\.(ts|json|html|css|js)$/.test(name)

/** Calls `changed` once after each burst of edits to code in these folders; returns how to stop. */
export const watchFolders = (folders: readonly string[], changed: (file: string) => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  const notice = (_kind: string, name: string | null): void => {
    if (!isCode(name)) return
    clearTimeout(timer)
    timer = setTimeout(() => changed(name ?? ''), quiet)
  }
  const watchers = folders
    .filter((folder) => existsSync(folder))
    .map((folder) => watch(folder, { recursive: true }, notice).on('error', () => undefined))
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
