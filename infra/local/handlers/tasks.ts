/** What the worker is asked to do: answer a request by its path, or call one named export of one file. */
export type Task =
  | { id: number; kind: 'route'; path: string; payload: unknown; deadline: number }
  | { id: number; kind: 'call'; file: string; name: string; payload: unknown; deadline: number }

/** A task before it is numbered and given a deadline. */
export type Errand =
  | { kind: 'route'; path: string; payload: unknown }
  | { kind: 'call'; file: string; name: string; payload: unknown }

/** What the worker reports: a result as JSON text, or why there is none. */
export type Report =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; json: string }
  | { kind: 'crashed' | 'unloadable'; id: number; text: string }

/** How an errand ended. `unavailable`: the code does not load; `late`: no answer in time. */
export type Outcome =
  | { status: 'done'; result: unknown }
  | { status: 'crashed' | 'unavailable' | 'late'; text: string }
