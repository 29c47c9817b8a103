import type { Call, Input, Row, Rows, Settings } from './outcome.ts'
import { sender } from './send.ts'

export { orThrow } from './or-throw.ts'
export type * from './outcome.ts'
export { each, pages } from './pages.ts'

type Functions = Readonly<Record<string, Readonly<Record<string, (input?: Input, call?: Call) => unknown>>>>

/** A function for each row, by domain. The package declares its input and result. */
export const functionsOf = (settings: Settings, domains: Rows, renewal: Row): Functions => {
  const send = sender(settings, renewal)
  const functions = Object.entries(domains).map(([domain, rows]) => [
    domain,
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => [
        name,
        (input?: Input, call?: Call) => send(row, input, call),
      ]),
    ),
  ])
  return Object.fromEntries(functions)
}
