/** An error whose message is complete for the person at the terminal. */
export const problem = (message: string): Error => Object.assign(new Error(message), { name: 'Problem' })

/** One line (or paragraph) for the terminal, never a stack trace. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The code of a system error such as `EADDRINUSE`, else an empty string. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Runs a terminal program. Exit code 0 when `work` returns true, 1 for false, 2 for a problem. */
export const runProgram = async (work: () => Promise<boolean>): Promise<void> => {
  try {
    if (!(await work())) process.exitCode = 1
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 2
  }
}
