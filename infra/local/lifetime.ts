/** How often a program started by npm looks whether its shell is still there, in milliseconds. */
const lookMs = 250

/**
 * Calls `leave` when npm has ended. npm passes a signal on to the shell of the script; a shell such as dash dies of it
 * and leaves this program behind, which then has another parent. A program that was not started by npm lives on.
 */
export const onEndOfNpm = (leave: () => void): void => {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    leave()
  }, lookMs)
  timer.unref()
}

/** Goes on when the reader of the output goes away, as with `npm start | head`. */
export const surviveClosedOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
