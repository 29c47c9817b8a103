import { readFileSync } from 'node:fs'

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const startTicks = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The second field is the program's name in parentheses and may hold blanks: count behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()

/**
 * What tells a running process from a later one with the same number: boot and start time.
 * Undefined when there is no such process. Without /proc every living process has the mark 'alive'.
 */
export const processMark = (pid: number): string | undefined => {
  if (process.platform !== 'linux') return alive(pid) ? 'alive' : undefined
  const ticks = startTicks(pid)
  return ticks === undefined ? undefined : `${bootId()}:${ticks}`
}
