import type { Agent } from '../support/agent.ts'
import type { Scene } from './scene.ts'

/** What is found at a path of a reply; with `?` it may be null or absent, but the schema has it. */
type Plain = 'text' | 'number' | 'flag' | 'list' | 'object'
export type Kind = Plain | `${Plain}?`

export type Sent = {
  /** Values of the path's names. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** As JSON. */
  readonly body?: unknown
  /** As a multipart form: text as it is, bytes as a file. */
  readonly form?: Readonly<Record<string, string | Uint8Array>>
  readonly headers?: Readonly<Record<string, string>>
  /** Another browser than the one of whom the row names. */
  readonly from?: Agent
}

/** One call of the existing web client: what it sends, and what it reads of the answer. */
export type SheetRow = {
  /** Method and path as the operation, or one of its aliases, declares them. */
  readonly call: string
  /** Which of several ways to call. */
  readonly when?: string
  /** Nobody: not signed in. */
  readonly as?: keyof Scene['people']
  sends?(scene: Scene): Sent | Promise<Sent>
  /** By path in the body: `events[].name` is the name of each of them, of which there is at least one. */
  readonly reads?: Readonly<Record<string, Kind>>
  /** Parameters of the address to which the answer leads, none of them empty. */
  readonly leadsWith?: readonly string[]
  /** A refusal that the client knows how to show, where the platform's rules want one. */
  readonly refused?: number
}
