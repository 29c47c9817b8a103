/** An error whose message is all that the person at the terminal has to read. */
export const problem = (message: string): Error => Object.assign(new Error(message), { name: 'Problem' })

/** One line (or paragraph) for the terminal, never a stack trace. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The code of a system error such as `EADDRINUSE`, else an empty string. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
