import { spawn } from 'node:child_process'

/**
 * Ends another process when this one ends, however it ends. The guard waits at a pipe whose other end only this process
 * holds, so even a kill closes it. Returns a function that takes the guard away.
 */
export const endWithThisProcess = (pid: number): (() => void) => {
  if (process.platform === 'win32') return () => undefined
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -TERM "$0" 2>/dev/null', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C must not take the guard away before the platform has ended.
    detached: true,
  })
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
  return () => void guard.kill('SIGKILL')
}
