import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type Figure, rounded, say } from '../load/figures.ts'
import { commandOf, type Program, root } from './bench-programs.ts'

export type Ran = {
  readonly figures: readonly Figure[]
  readonly seconds: number
  /** Whether the program says itself that all is as it has to be. */
  readonly passed: boolean
}

/** Milliseconds that a program has to end after it was asked to. */
const grace = 15_000
const statusEveryMs = 5000

let running: number | undefined

/** Ends the program that runs, and whatever it has started in its group. */
export const stopRunning = (name: NodeJS.Signals = 'SIGTERM'): void => {
  if (running === undefined) return
  try {
    process.kill(-running, name)
  } catch {
    // It has ended by itself.
  }
}

/** The dots of the test runner may stand before it. */
const figureIn = (line: string): Figure | undefined => {
  const from = line.indexOf('{"figure"')
  if (from < 0) return undefined
  try {
    return JSON.parse(line.slice(from))
  } catch {
    return undefined
  }
}

/**
 * Runs one program in a process of its own. Its figures go to standard output as they come, a line of how far it is to
 * standard error every few seconds; one that takes longer than it may is stopped.
 */
export const run = (
  program: Program,
  { quick, at, graceMs = grace }: { quick: boolean; at: string; graceMs?: number },
): Promise<Ran> => {
  const { args, env } = commandOf(program, quick)
  const begun = performance.now()
  const seconds = (): number => rounded((performance.now() - begun) / 1000)
  const figures: Figure[] = []
  let last = ''
  const take = (figure: Figure): void => {
    figures.push(figure)
    console.log(JSON.stringify({ bench: program.name, ...figure }))
  }
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running = child.pid
  createInterface({ input: child.stdout }).on('line', (line) => {
    const figure = figureIn(line)
    if (figure) take(figure)
  })
  const words: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.trim() === '') return
    last = line.trim()
    words.push(line)
  })
  const status = setInterval(
    () => say(`[${at}] ${program.name}: ${Math.round(seconds())} s, ${figures.length} figures. ${last}`),
    statusEveryMs,
  )
  let kill: NodeJS.Timeout | undefined
  const tooLong = setTimeout(() => {
    say(`[${at}] ${program.name} takes longer than ${program.atMost} s and is stopped.`)
    stopRunning()
    kill = setTimeout(() => stopRunning('SIGKILL'), graceMs)
  }, program.atMost * 1000)
  return new Promise((resolve) => {
    const done = (end: number | string | null): void => {
      const passed = end === 0
      clearInterval(status)
      clearTimeout(tooLong)
      // The next program runs by then.
      clearTimeout(kill)
      running = undefined
      if (!passed) for (const line of words.slice(-12)) say(`    ${line}`)
      say(`[${at}] ${program.name}: ${passed ? 'done' : `FAILED (${end})`} after ${seconds()} s`)
      resolve({ figures, seconds: seconds(), passed })
    }
    child.once('error', ({ message }) => done(message))
    child.once('close', (code, signal) => done(code ?? signal))
  })
}
